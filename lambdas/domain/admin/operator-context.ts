export interface OperatorContext {
  /** `sub` of an administrator in the console, or `ops:<user of the operating system>` for a command. */
  readonly actor: string;
  /** Without a slash at the end. */
  readonly siteUrl: string;
  readonly productName: string;
}
