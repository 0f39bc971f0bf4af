/**
 * Operator who acts, with the deployment's settings. The admin console and the operator's commands pass one to the
 * functions of this folder.
 */
export interface Operator {
  /** `sub` of an administrator in the console, or `ops:<name>` for a command. */
  readonly actor: string;
  /** Without a slash at the end. */
  readonly siteUrl: string;
  readonly productName: string;
}
