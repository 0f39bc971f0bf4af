/** A check of the doctor, and its findings. */
import type { Config } from '../../lib/config.ts';
import type { Deployment } from './deployment.ts';

/** `failure`: the deployment fails, or the product does not work, until it is mended. */
export type State = 'ok' | 'warning' | 'failure';

export interface Finding {
  readonly check: string;
  readonly state: State;
  /** One sentence for the operator. */
  readonly why: string;
  /** Command that mends it, or the page that says how. */
  readonly mend?: string;
}
export interface Told extends Omit<Finding, 'check'> {
  /** True for a failure of the product that keeps no deployment from succeeding. */
  readonly allowsDeploying?: boolean;
}

export const ok = (why: string): Told => ({ state: 'ok', why });
export const warning = (why: string, mend: string): Told => ({ state: 'warning', why, mend });
export const failure = (why: string, mend: string): Told => ({ state: 'failure', why, mend });
/** Failure of the product that a deployment mends, or at least survives. */
export const productFailure = (why: string, mend: string): Told => ({
  ...failure(why, mend),
  allowsDeploying: true,
});

/** Everything that checks look at. */
export interface Examined {
  readonly config: Config;
  /** Number of the account. */
  readonly account: string;
  readonly deployment: Deployment;
  /** Settings of every AWS client: who calls, where, and for how long. */
  readonly aws: AwsSettings;
}

export interface AwsSettings {
  readonly region: string;
  readonly credentials: () => Promise<{ readonly accessKeyId: string; readonly secretAccessKey: string }>;
  readonly maxAttempts: number;
  readonly requestHandler: object;
}

export interface Check {
  readonly name: string;
  readonly look: (examined: Examined) => Promise<Told | readonly Told[]>;
}

/**
 * Runs a check. A call that AWS refuses to answer is a finding, too.
 * @param isBeforeDeploying true to count as failures only those that keep a deployment from succeeding
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

const DENIED = ['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation'];

export function unanswered(error: unknown): Told {
  if (!(error instanceof Error)) throw error;
  const message = error.message.replace(/\s+/g, ' ') || error.name;
  if (DENIED.includes(error.name))
    return warning(`could not be looked at: ${message}`, 'Use credentials that may read this.');
  if (isOfCall(error)) return failure(`could not be looked at: ${message}`, 'Try again in a minute.');
  throw error;
}

/** True for an answer of AWS, a timeout or a failed connection; false for a mistake in the program. */
const isOfCall = (error: Error): boolean =>
  '$metadata' in error || '$fault' in error || 'code' in error || error.name === 'TimeoutError';
