/** Something the operator must put right first. Its message is one line that says what to do; no stack is shown. */
export class SetupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SetupError';
  }
}
