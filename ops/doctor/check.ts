import type { Config } from '../../lib/config.ts';
import { MISTAKE } from '../operator-errors.ts';
import type { AwsSettings } from './aws-settings.ts';
import type { Deployment } from './deployed-stacks.ts';

/**
 * `failure` means that a deployment fails, or that a part of the product does not work. A call to AWS that fails is a
 * `failure`; a call that the operator's credentials do not permit is a `warning`.
 */
export type State = 'ok' | 'warning' | 'failure';

export interface Finding {
  readonly check: string;
  readonly state: State;
  readonly why: string;
  /** Says how to mend the cause, for example with a command or the address of a page. */
  readonly mend?: string;
}
export interface Told extends Omit<Finding, 'check'> {
  /** True for a failure of the product that does not make a deployment fail. */
  readonly allowsDeploying?: boolean;
}

export const ok = (why: string): Told => ({ state: 'ok', why });
export const warning = (why: string, mend: string): Told => ({ state: 'warning', why, mend });
export const failure = (why: string, mend: string): Told => ({ state: 'failure', why, mend });
export const productFailure = (why: string, mend: string): Told => ({
  ...failure(why, mend),
  allowsDeploying: true,
});

export interface Examined {
  readonly config: Config;
  readonly flags: readonly string[];
  readonly account: string;
  readonly deployment: Deployment;
  readonly aws: AwsSettings;
}

export interface Check {
  readonly name: string;
  readonly look: (examined: Examined) => Promise<Told | readonly Told[]>;
}

/**
 * Runs a check. A call that AWS refuses or does not answer becomes a finding, too.
 * @param isBeforeDeploying true to report as a warning each failure that does not make a deployment fail
 */
export async function run(
  { name: check, look }: Check,
  examined: Examined,
  isBeforeDeploying: boolean,
): Promise<Finding[]> {
  const told = await look(examined).catch((error: unknown) => unanswered(error));
  return [told].flat().map(({ allowsDeploying = false, state, ...rest }) => ({
    check,
    state: isBeforeDeploying && allowsDeploying ? 'warning' : state,
    ...rest,
  }));
}

const DENIED = [
  'AccessDenied',
  'AccessDeniedException',
  'AuthorizationErrorException',
  'UnauthorizedOperation',
];

/** Converts the error of a call to AWS into a finding. Throws any other error again. */
export function unanswered(error: unknown): Told {
  if (!(error instanceof Error)) throw error;
  const message = error.message.replace(/\s+/g, ' ') || error.name;
  if (DENIED.includes(error.name))
    return warning(`could not be looked at: ${message}`, 'Use credentials that may read this.');
  if (isOfCall(error)) return failure(`could not be looked at: ${message}`, 'Try again in a minute.');
  throw error;
}

/** True for an error response of AWS, a timeout or a failed connection; false for a mistake in the program. */
const isOfCall = (error: Error): boolean =>
  '$metadata' in error ||
  '$fault' in error ||
  ('code' in error && !MISTAKE.test(String(error.code))) ||
  error.name === 'TimeoutError';
