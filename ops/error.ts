/** What an operator can put right; told without a stack trace. */
export class OpsError extends Error {}
