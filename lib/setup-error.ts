/** Error that the operator must fix first. Its message says in one line what to do, and no stack trace is shown. */
export class SetupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SetupError';
  }
}
