/** Checks the SES identity from which a pool mails its codes, as Cognito does when the pool is created or updated. */
import type { CognitoOptions } from './types.ts';

/**
 * Checks each pool that mails through SES (`DEVELOPER`). Throws with Cognito's words unless its identity exists and is
 * verified, and its sender belongs to the identity.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-email.html
 */
export function checkMailSenders({ pools, isVerified = () => false }: CognitoOptions): void {
  for (const { EmailConfiguration } of Object.values(pools)) {
    const { EmailSendingAccount, SourceArn = '', From = '' } = EmailConfiguration ?? {};
    if (EmailSendingAccount !== 'DEVELOPER') continue;
    const [, identity = ''] = /:identity\/(.+)$/.exec(SourceArn) ?? [];
    const address = /<([^<>]+)>$/.exec(From)?.[1] ?? From;
    const isOwn = address === identity || address.endsWith(`@${identity}`);
    if (!isVerified(identity) || !isOwn)
      throw new Error(
        `Cognito refuses the pool: Email address is not verified (${address} by the SES identity ${identity || 'none'})`,
      );
  }
}
