/**
 * Builds the CDK commands of the doctor's advice. Each command names the stage that the doctor has checked and repeats
 * the doctor's flags. Without them, a command would use the values of cdk.json, and could change or create another
 * deployment.
 */
import type { Config } from '../../lib/config.ts';

/** Stage that the doctor checks, and the flags with which the operator has called it. */
export interface Called {
  readonly config: Pick<Config, 'stage'>;
  /** Values of the doctor's option `-c`, such as `region=eu-west-1`. */
  readonly flags: readonly string[];
}

/** @param command command and arguments, such as `rollback parley-prod-app` */
export const cdkCommand = (command: string, called: Called): string =>
  `npx cdk ${command}${contextOf(called)}`;

export const deployCommand = (called: Called): string => cdkCommand('deploy --all', called);

/** Returns the options `-c` of a command: the stage, and the doctor's other flags. */
export const contextOf = ({ config, flags }: Called): string =>
  [`stage=${config.stage}`, ...flags.filter((flag) => !flag.startsWith('stage='))]
    .map((flag) => ` -c ${quoted(flag)}`)
    .join('');

/** Quotes an argument for a shell, if it has a character that a shell may interpret, such as a space or `*`. */
const quoted = (argument: string): string =>
  /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
