/** What whoever runs the installation can mend; `message` is one sentence that says what to do. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError';
}
