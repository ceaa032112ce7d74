/** An error that the operator can fix; `message` states the remedy in one sentence. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
