/** Runs the doctor's checks. Only a call to a model may change something: it may subscribe the account to the model. */
import { STSClient } from '@aws-sdk/client-sts';
import { timeouts } from '../../lambdas/runtime/aws-client-settings.ts';
import type { Config } from '../../lib/config.ts';
import type { AwsSettings } from './aws-settings.ts';
import { type Check, type Examined, type Finding, run, unanswered } from './check.ts';
import { admins } from './checks/admins.ts';
import { alarms } from './checks/alarm-mail.ts';
import { findCaller } from './checks/aws-credentials.ts';
import { bootstrap } from './checks/bootstrap.ts';
import { certificate } from './checks/certificate.ts';
import { signInMail } from './checks/cognito-mail.ts';
import { concurrency } from './checks/concurrency.ts';
import { files } from './checks/files.ts';
import { gatewayLogs } from './checks/gateway-logs.ts';
import { leftovers } from './checks/leftovers.ts';
import { mail } from './checks/mail.ts';
import { models } from './checks/model-availability.ts';
import { modelCalls } from './checks/model-calls.ts';
import { modelQuotas } from './checks/model-quotas.ts';
import { payments } from './checks/payments.ts';
import { site } from './checks/site-api-and-sign-in-page.ts';
import { stacks } from './checks/stacks.ts';
import { readDeployment } from './deployed-stacks.ts';

const BEFORE: readonly Check[] = [
  ...[bootstrap, concurrency, models, modelQuotas, gatewayLogs, certificate, mail, leftovers, stacks],
];
const AFTER: readonly Check[] = [site, files, signInMail, admins, alarms, payments];

export interface ExamineOptions {
  readonly flags: readonly string[];
  readonly callsModels: boolean;
  /** True to skip the checks in AFTER, and to report as a warning each failure that does not stop `cdk deploy`. */
  readonly isBeforeDeploying: boolean;
}

/** Returns the findings. If no account is found, returns only the findings about the credentials. */
export async function examine(
  config: Config,
  { flags, callsModels, isBeforeDeploying }: ExamineOptions,
): Promise<Finding[]> {
  const aws = settingsFor(config.region);
  const { account, told } = await findCaller(aws, await regionOfShell());
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

/** The clients share one provider of credentials, so that the shell's credentials are looked up once. */
function settingsFor(region: string): AwsSettings {
  const limits = timeouts({ requestMs: 10_000, attempts: 3 });
  const { credentials } = new STSClient({ region }).config;
  return { region, credentials, ...limits };
}

/**
 * Returns the region that other commands of `npm run ops` use: the one that AWS_REGION or the profile names. The SDK
 * does not read AWS_DEFAULT_REGION.
 */
const regionOfShell = (): Promise<string | undefined> =>
  new STSClient({}).config.region().catch(() => undefined);
