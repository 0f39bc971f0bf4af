/**
 * Runs the doctor's checks on the account and the deployment that the configuration names. Only the calls to models may
 * change something: the first call of a model may subscribe the account to it.
 */
import { STSClient } from '@aws-sdk/client-sts';
import { timeouts } from '../../lambdas/runtime/aws-client-settings.ts';
import type { Config } from '../../lib/config.ts';
import type { AwsSettings } from '../connect-to-account-or-local-stack.ts';
import { type Check, type Examined, type Finding, run, unanswered } from './check.ts';
import { admins } from './checks/admins.ts';
import { alarms } from './checks/alarm-mail.ts';
import { findCaller } from './checks/aws-credentials.ts';
import { bootstrap } from './checks/bootstrap.ts';
import { certificate } from './checks/certificate.ts';
import { concurrency } from './checks/concurrency.ts';
import { files } from './checks/files.ts';
import { gatewayLogs } from './checks/gateway-logs.ts';
import { leftovers } from './checks/leftovers.ts';
import { mail } from './checks/mail.ts';
import { models } from './checks/model-availability.ts';
import { modelCalls } from './checks/model-calls.ts';
import { modelQuotas } from './checks/model-quotas.ts';
import { payments } from './checks/payments.ts';
import { signInMail } from './checks/sign-in-mail.ts';
import { site } from './checks/site.ts';
import { stacks } from './checks/stacks.ts';
import { readDeployment } from './deployed-stacks.ts';

/** Checks of what `cdk deploy` needs, and of what may be in its way. */
const BEFORE: readonly Check[] = [
  ...[bootstrap, concurrency, models, modelQuotas, gatewayLogs, certificate, mail, leftovers, stacks],
];
/** Checks of what `cdk deploy` has made. */
const AFTER: readonly Check[] = [site, files, signInMail, admins, alarms, payments];

export interface ExamineOptions {
  /** Values of the option `-c`, which the configuration already contains. CDK commands in the advice repeat them. */
  readonly flags: readonly string[];
  /** Region that the shell's environment names. */
  readonly shellRegion: string | undefined;
  /** True to call each model once, too. */
  readonly callsModels: boolean;
  /**
   * True to leave out the checks in AFTER, and to report as a warning each failure that would not make `cdk deploy`
   * fail.
   */
  readonly isBeforeDeploying: boolean;
}

/**
 * Returns the findings in the order of the checks. If there are no credentials, or AWS refuses them or cannot be
 * reached, returns only the findings about the credentials.
 */
export async function examine(
  config: Config,
  { flags, shellRegion, callsModels, isBeforeDeploying }: ExamineOptions,
): Promise<Finding[]> {
  const aws = settingsFor(config.region);
  const { account, told } = await findCaller(aws, shellRegion);
  const findings = told.map((one): Finding => ({ check: 'credentials', ...one }));
  if (account === undefined) return findings;
  try {
    const deployment = await readDeployment(config, aws);
    const examined: Examined = { config, flags, account, aws, deployment };
    const checks = [...BEFORE, ...(isBeforeDeploying ? [] : AFTER), ...(callsModels ? [modelCalls] : [])];
    const found = await Promise.all(checks.map((check) => run(check, examined, isBeforeDeploying)));
    return [...findings, ...found.flat()];
  } catch (error) {
    return [...findings, { check: 'stacks', ...unanswered(error) }];
  }
}

/**
 * Returns the settings of all clients. The clients share one provider of credentials, so that the shell's credentials
 * are looked up once.
 */
function settingsFor(region: string): AwsSettings {
  const limits = timeouts({ requestMs: 10_000, attempts: 3 });
  const { credentials } = new STSClient({ region }).config;
  return { region, credentials, ...limits };
}
