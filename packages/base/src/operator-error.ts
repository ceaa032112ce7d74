/** An error that an operator can fix; `message` is one sentence that says how. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
