import { AwsError } from '../aws-json/aws-json-service.ts';
import type { MailAccount } from './ses-account.ts';

const ACCOUNT_PATH = /^\/v2\/email\/account\/?$/;
const SET_PATH = /^\/v2\/email\/configuration-sets\/([^/?]+)$/;
const IDENTITY_PATH = /^\/v2\/email\/identities\/([^/?]+)$/;

export function accountActionOf(method: string, url: string): string | undefined {
  if (method !== 'GET') return undefined;
  if (ACCOUNT_PATH.test(url)) return 'GetAccount';
  if (SET_PATH.test(url)) return 'GetConfigurationSet';
  return IDENTITY_PATH.test(url) ? 'GetEmailIdentity' : undefined;
}

/**
 * In the sandbox, SES sends 200 mails in 24 hours and one a second. The other numbers are examples.
 * https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html
 */
const quotaOf = (hasProductionAccess: boolean) => ({
  Max24HourSend: hasProductionAccess ? 50_000 : 200,
  MaxSendRate: hasProductionAccess ? 14 : 1,
  SentLast24Hours: 0,
});

export interface MailParts {
  readonly identities: readonly string[];
  readonly configurationSets: readonly string[];
}

/**
 * Answers a call that `accountActionOf` has recognised. `ops/doctor` makes these calls.
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_GetAccount.html
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_GetEmailIdentity.html
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_GetConfigurationSet.html
 * @throws AwsError `NotFoundException` for an identity or a configuration set that does not exist
 */
export function answerAboutAccount(
  url: string,
  { hasProductionAccess, isSending, unverified, verified }: MailAccount,
  { identities, configurationSets }: MailParts,
): object {
  const set = SET_PATH.exec(url)?.[1];
  if (set !== undefined) return describeSet(decodeURIComponent(set), configurationSets);
  const name = decodeURIComponent(IDENTITY_PATH.exec(url)?.[1] ?? '');
  if (name === '')
    return {
      DedicatedIpAutoWarmupEnabled: false,
      EnforcementStatus: isSending ? 'HEALTHY' : 'SHUTDOWN',
      ProductionAccessEnabled: hasProductionAccess,
      SendQuota: quotaOf(hasProductionAccess),
      SendingEnabled: isSending,
    };
  if (!identities.includes(name) && !verified.has(name))
    throw new AwsError('NotFoundException', `Email identity ${name} does not exist.`, 404);
  const isVerified = !unverified.has(name);
  return {
    IdentityType: name.includes('@') ? 'EMAIL_ADDRESS' : 'DOMAIN',
    FeedbackForwardingStatus: true,
    VerifiedForSendingStatus: isVerified,
    VerificationStatus: isVerified ? 'SUCCESS' : 'PENDING',
  };
}

function describeSet(name: string, sets: readonly string[]): object {
  if (!sets.includes(name))
    throw new AwsError('NotFoundException', `Configuration set <${name}> does not exist.`, 404);
  return { ConfigurationSetName: name, SendingOptions: { SendingEnabled: true } };
}
