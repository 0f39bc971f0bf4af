/** Error in the setup that the operator must fix. The operator sees its message, one line, without a stack trace. */
export class SetupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SetupError';
  }
}
