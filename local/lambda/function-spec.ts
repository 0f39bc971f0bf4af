export interface FunctionSpec {
  /** Physical name. */
  readonly name: string;
  readonly arn: string;
  /** Folder of the unpacked bundle. */
  readonly dir: string;
  /** Source file of the bundle, relative to the repository; undefined when the template does not name it. */
  readonly entry?: string;
  /** `file.export` */
  readonly handler: string;
  /** Seconds. */
  readonly timeout: number;
  /** Megabytes. */
  readonly memory: number;
  readonly roleName: string;
  readonly logGroup: string;
  /** Environment variables of the template, with AWS's host names replaced by local ones. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Concurrency that Lambda reserves for the function. The function cannot exceed it.
   * @default the function shares the concurrency that no function reserves
   */
  readonly reservedConcurrency?: number;
}
