/** A change of the source that takes one control (a check or a limit) away, and the test that must then fail. */
export interface Mutant {
  /** Says after the area what the product does wrong without the control. `npm run mutants` selects by parts of it. */
  readonly name: string;
  readonly file: string;
  /** Text to replace. It must occur exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The test file that must fail. */
  readonly test: string;
  /** Part of a title. In a file with slow tests, it selects the tests to run. @default all tests of the file */
  readonly title?: string;
}
