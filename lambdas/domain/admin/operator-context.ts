/**
 * Operator on whose behalf a function of this folder acts, and the settings of the deployment that the function needs.
 */
export interface OperatorContext {
  /** `sub` of an administrator in the console, or `ops:<user of the operating system>` for a command. */
  readonly actor: string;
  /** Address of the site, without a slash at the end. */
  readonly siteUrl: string;
  readonly productName: string;
}
