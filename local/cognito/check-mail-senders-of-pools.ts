import type { CognitoOptions } from './cognito-types.ts';

/**
 * Refuses wrong mail settings, as Cognito does. If a pool mails through SES, its `SourceArn` must name a verified
 * identity, and its `From` must belong to that identity.
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
