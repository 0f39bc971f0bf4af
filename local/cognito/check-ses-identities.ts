import type { CognitoOptions } from './types.ts';

/**
 * Refuses, as Cognito does, a pool that mails through SES if its `SourceArn` names no verified identity, or if its
 * `From` does not belong to that identity.
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
