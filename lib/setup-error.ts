/** Error in the setup that the operator must fix. Its message says in one line what to do. No stack trace is shown. */
export class SetupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SetupError';
  }
}
