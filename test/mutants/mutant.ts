/** A control taken away on purpose. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  /** The text as it stands, once, in the file. */
  readonly find: string;
  readonly replace: string;
  /** The test file that must fail. */
  readonly test: string;
  /** Part of the title of the test, or of the group, that is enough where the file has slow ones. */
  readonly title?: string;
}
