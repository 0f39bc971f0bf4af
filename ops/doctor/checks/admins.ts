/** Checks that there is an admin, and that each admin has a second factor if the configuration requires it. */
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  paginateListUsersInGroup,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import { ADMINS } from '#contract/admin-group';
import { type Check, ok, warning } from '../check.ts';

export const admins: Check = {
  name: 'first admin',
  async look({ config, deployment, aws }) {
    const UserPoolId = deployment.outputs.UserPoolId;
    if (UserPoolId === undefined) return ok('Is made after the first deployment.');
    const client = new CognitoIdentityProviderClient(aws);
    try {
      const enabled: UserType[] = [];
      for await (const { Users = [] } of paginateListUsersInGroup(
        { client },
        { UserPoolId, GroupName: ADMINS },
      ))
        enabled.push(...Users.filter((user) => user.Enabled));
      if (enabled.length > 0) {
        const lacking = config.adminsNeedSecondFactor
          ? await countWithoutFactor(client, UserPoolId, enabled)
          : 0;
        if (lacking === 0) return ok(`${enabled.length} ${enabled.length === 1 ? 'admin' : 'admins'}.`);
        return warning(
          `${lacking} of ${enabled.length} admins cannot open the console, for want of two-step sign-in.`,
          `They set it up at ${deployment.outputs.SiteUrl ?? ''}/account`,
        );
      }
      return warning(
        'There is no admin, so only npm run ops can invite.',
        `aws cognito-idp admin-create-user --region ${aws.region} --user-pool-id ${UserPoolId} --username you@example.com ` +
          "--user-attributes Name=email,Value=you@example.com Name=email_verified,Value=true Name=name,Value='Your Name' " +
          `&& npm run ops -- users make-admin --stack ${deployment.name} you@example.com`,
      );
    } finally {
      client.destroy();
    }
  },
};

/** Reads each user, because a list of users does not contain their second factors. */
async function countWithoutFactor(
  client: CognitoIdentityProviderClient,
  UserPoolId: string,
  users: readonly UserType[],
): Promise<number> {
  let lacking = 0;
  for (const { Username } of users) {
    const { UserMFASettingList = [] } = await client.send(new AdminGetUserCommand({ UserPoolId, Username }));
    if (UserMFASettingList.length === 0) lacking += 1;
  }
  return lacking;
}
