import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  type GetEmailIdentityCommandOutput,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { senderIdentity } from '../../../lib/mail-sender-identity.ts';
import { deployCommand } from '../cdk-commands-in-advice.ts';
import { type Check, type Examined, failure, ok, productFailure, type Told, warning } from '../check.ts';

const PRODUCTION_ACCESS = 'https://docs.aws.amazon.com/ses/latest/dg/request-production-access.html';
const REPUTATION = 'https://docs.aws.amazon.com/ses/latest/dg/faqs-enforcement.html';

export const mail: Check = {
  name: 'mail',
  async look(examined) {
    const { config, aws } = examined;
    if (!config.mail) return ok('No mail is configured: operators pass links on themselves.');
    const client = new SESv2Client(aws);
    try {
      const [account, sender] = await Promise.all([
        lookAtAccount(client, examined),
        lookAtSender(client, examined),
      ]);
      return [...account, ...sender];
    } finally {
      client.destroy();
    }
  },
};

async function lookAtAccount(client: SESv2Client, { config }: Examined): Promise<Told[]> {
  const { ProductionAccessEnabled, SendingEnabled, EnforcementStatus, SendQuota } = await client.send(
    new GetAccountCommand({}),
  );
  if (SendingEnabled === false || EnforcementStatus === 'SHUTDOWN')
    return [productFailure(`SES sends nothing for this account (${EnforcementStatus}).`, REPUTATION)];
  const told = [
    EnforcementStatus === 'PROBATION'
      ? warning('SES reviews this account, because too many mails bounced or were complained of.', REPUTATION)
      : undefined,
    ProductionAccessEnabled ? undefined : inSandbox(config.mail?.signInCodes === true),
  ].filter((one) => one !== undefined);
  return told.length > 0 ? told : [ok(`SES sends up to ${SendQuota?.Max24HourSend} mails a day.`)];
}

const inSandbox = (sendsCodes: boolean): Told =>
  sendsCodes
    ? productFailure(
        'The account is in the SES sandbox and signInCodes is on: codes reach verified addresses alone, so nobody else can sign up.',
        `Set mail.signInCodes to false until SES has granted production access: ${PRODUCTION_ACCESS}`,
      )
    : warning('The account is in the SES sandbox: mails reach verified addresses alone.', PRODUCTION_ACCESS);

/**
 * Checks that SES has verified the sender's address, its domain or a parent domain. With `signInCodes`, Cognito accepts
 * only the identity that the deployment names (`senderIdentity`).
 * https://docs.aws.amazon.com/ses/latest/dg/creating-identities.html
 */
async function lookAtSender(client: SESv2Client, examined: Examined): Promise<Told[]> {
  const { config, aws } = examined;
  const needsIt = config.mail?.signInCodes === true;
  const from = config.mail?.from ?? '';
  const domain = from.split('@').at(-1) ?? '';
  const names = needsIt ? [senderIdentity(config)] : [from, domain, ...parentsOf(domain)];
  const found = await Promise.all(names.map((name) => findIdentity(client, name)));
  const identities = names.flatMap((name, i) => (found[i] ? [{ name, ...found[i] }] : []));
  const verified = identities.find(({ VerifiedForSendingStatus }) => VerifiedForSendingStatus);
  if (verified) return [ok(`${verified.name} is verified.`)];
  const waiting = identities.find(({ name }) => needsIt || name === from || name === domain);
  if (!waiting) return [missing(examined)];
  const why = `${waiting.name} is not verified (${waiting.VerificationStatus}).`;
  const mend = waiting.name.includes('@')
    ? `Open the link that SES has mailed to ${waiting.name}.`
    : `Look at the DNS records of ${waiting.name}: aws sesv2 get-email-identity --region ${aws.region} --email-identity ${waiting.name}`;
  return [
    needsIt
      ? failure(`${why} Cognito cannot send sign-up codes.`, mend)
      : productFailure(`${why} No mail is sent.`, mend),
  ];
}

function parentsOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(1, -1).map((_, n) => labels.slice(n + 1).join('.'));
}

function missing(examined: Examined): Told {
  const { from = '', identity = 'new', signInCodes = false } = examined.config.mail ?? {};
  const { region } = examined.aws;
  const name = signInCodes ? senderIdentity(examined.config) : from;
  // With `signInCodes`, the user pool refers to the identity, so a missing identity makes `cdk deploy` fail. Without
  // `signInCodes`, no resource refers to an existing identity, so `cdk deploy` succeeds, but no mail can be sent.
  if (identity === 'existing')
    return (signInCodes ? failure : productFailure)(
      `mail.identity is existing, and SES has no identity of ${name} in ${region}.`,
      'Leave mail.identity out: the deployment makes the identity.',
    );
  if (signInCodes)
    return failure(
      `${name} is no identity of SES yet, and Cognito refuses a sender that is not verified.`,
      'Deploy without mail.signInCodes first.',
    );
  if (examined.deployment.app)
    return productFailure(`${from} is no identity of SES in ${region}.`, deployCommand(examined));
  return ok(`The deployment makes the identity of ${from}.`);
}

async function findIdentity(
  client: SESv2Client,
  EmailIdentity: string,
): Promise<GetEmailIdentityCommandOutput | undefined> {
  try {
    return await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFoundException') return undefined;
    throw error;
  }
}
