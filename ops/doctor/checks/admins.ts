/** Checks that the deployment has an enabled administrator, without whom no one can be invited. */
import {
  CognitoIdentityProviderClient,
  ListUsersInGroupCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { ADMINS } from '../../../lambdas/runtime/user-pool-admin.ts';
import { type Check, ok, warning } from '../check.ts';

export const admins: Check = {
  name: 'first admin',
  async look({ deployment, aws }) {
    const UserPoolId = deployment.outputs.UserPoolId;
    if (UserPoolId === undefined) return ok('Is made after the first deployment.');
    const client = new CognitoIdentityProviderClient(aws);
    try {
      const { Users = [] } = await client.send(
        new ListUsersInGroupCommand({ UserPoolId, GroupName: ADMINS, Limit: 60 }),
      );
      const enabled = Users.filter((user) => user.Enabled);
      if (enabled.length > 0) return ok(`${enabled.length} ${enabled.length === 1 ? 'admin' : 'admins'}.`);
      return warning(
        'There is no admin, so nobody can invite.',
        `aws cognito-idp admin-create-user --region ${aws.region} --user-pool-id ${UserPoolId} --username you@example.com ` +
          "--user-attributes Name=email,Value=you@example.com Name=email_verified,Value=true Name=name,Value='Your Name' " +
          '&& npm run ops -- users make-admin you@example.com',
      );
    } finally {
      client.destroy();
    }
  },
};
