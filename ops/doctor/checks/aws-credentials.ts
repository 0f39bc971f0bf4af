/**
 * Finds the AWS account of the shell's credentials. Warns about the root user. Also warns if the shell names no region,
 * or if its region is not the region of the configuration.
 */
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import type { AwsSettings } from '../aws-settings.ts';
import { failure, ok, type Told, warning } from '../check.ts';

const SIGN_IN = 'aws sso login, or aws configure';

const REFUSED = ['InvalidClientTokenId', 'ExpiredToken', 'ExpiredTokenException', 'SignatureDoesNotMatch'];

export interface Caller {
  /** Undefined when there are no credentials, AWS refuses them, or AWS cannot be reached. */
  readonly account: string | undefined;
  readonly told: readonly Told[];
}

/** @param shellRegion region that other commands of `npm run ops` use; undefined if the shell names none */
export async function findCaller(aws: AwsSettings, shellRegion: string | undefined): Promise<Caller> {
  const client = new STSClient(aws);
  try {
    const { Account = '', Arn = '' } = await client.send(new GetCallerIdentityCommand({}));
    const told = [ok(`Account ${Account}, region ${aws.region}, as ${Arn}.`)];
    if (Arn.endsWith(':root'))
      told.push(
        warning(
          'You are signed in as the account’s root user.',
          'https://docs.aws.amazon.com/singlesignon/latest/userguide/getting-started.html',
        ),
      );
    if (shellRegion !== aws.region)
      told.push(warning(whyNotThere(shellRegion), `export AWS_REGION=${aws.region}`));
    return { account: Account, told };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { account: undefined, told: [failure(reasonOf(error), SIGN_IN)] };
  } finally {
    client.destroy();
  }
}

const whyNotThere = (shellRegion: string | undefined): string =>
  shellRegion === undefined
    ? 'Your shell names no region for other commands of npm run ops: they read AWS_REGION or the profile, not AWS_DEFAULT_REGION.'
    : `Your shell’s region is ${shellRegion}: other commands of npm run ops look there.`;

function reasonOf({ name, message }: Error): string {
  if (name === 'CredentialsProviderError') return `There are no AWS credentials in this shell: ${message}`;
  if (REFUSED.includes(name)) return `AWS refuses these credentials: ${message}`;
  return `AWS could not be reached: ${message || name}`;
}
