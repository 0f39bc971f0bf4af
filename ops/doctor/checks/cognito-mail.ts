/** Checks how Cognito sends the mails with sign-up codes and temporary passwords. */
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { type Check, failure, ok, warning } from '../check.ts';

/** Limit without SES: https://docs.aws.amazon.com/cognito/latest/developerguide/quotas.html */
const MAILS_A_DAY = 50;
const MAIL = 'docs/operate.md, Mail';

export const signInMail: Check = {
  name: 'sign-in mail',
  async look({ config, deployment, aws }) {
    const UserPoolId = deployment.outputs.UserPoolId;
    const isLimited = config.mail?.signInCodes !== true;
    const limit = `Cognito sends sign-up codes itself, ${MAILS_A_DAY} a day at most.`;
    if (UserPoolId === undefined) return isLimited ? ok(limit) : ok('Sign-up codes go through SES.');
    const client = new CognitoIdentityProviderClient(aws);
    try {
      const { UserPool } = await client.send(new DescribeUserPoolCommand({ UserPoolId }));
      const { EmailConfiguration, EmailConfigurationFailure: reason } = UserPool ?? {};
      if (reason) return failure(`Cognito cannot send sign-up codes: ${reason}`, MAIL);
      if (EmailConfiguration?.EmailSendingAccount === 'DEVELOPER') return ok('Sign-up codes go through SES.');
      return config.stage === 'prod'
        ? warning(limit, `${MAIL}: signInCodes, once SES has granted production access`)
        : ok(limit);
    } finally {
      client.destroy();
    }
  },
};
