/**
 * Builds the CDK commands of the doctor's advice. Each repeats the doctor's stage and flags: with the values of
 * cdk.json instead, the command could change another deployment.
 */
import type { Config } from '../../lib/config.ts';

/** Stage and flags of a call of the doctor. */
export interface Called {
  readonly config: Pick<Config, 'stage'>;
  /** Values of the doctor's option `-c`, such as `region=eu-west-1`. */
  readonly flags: readonly string[];
}

/** @param command command and arguments, such as `rollback parley-prod-app` */
export const cdkCommand = (command: string, called: Called): string =>
  `npx cdk ${command}${contextOf(called)}`;

export const deployCommand = (called: Called): string => cdkCommand('deploy --all', called);

export const contextOf = ({ config, flags }: Called): string =>
  [`stage=${config.stage}`, ...flags.filter((flag) => !flag.startsWith('stage='))]
    .map((flag) => ` -c ${quoted(flag)}`)
    .join('');

const quoted = (argument: string): string =>
  /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
