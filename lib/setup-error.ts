/**
 * Error in the setup that the operator must fix. The message says on one line what is wrong or what to do. The operator
 * sees it without a stack trace.
 */
export class SetupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SetupError';
  }
}
