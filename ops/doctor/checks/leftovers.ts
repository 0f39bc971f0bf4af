/** Looks for tables of an earlier deployment, and for taken names in SES that would make a deployment fail. */
import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import { GetConfigurationSetCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { senderIdentity } from '../../../lib/mail-sender-identity.ts';
import { cdkCommand } from '../cdk-commands-in-advice.ts';
import { type Check, type Examined, failure, ok, type Told, warning } from '../check.ts';

export const leftovers: Check = {
  name: 'leftovers',
  async look(examined) {
    const tables = examined.deployment.data ? [] : await oldTables(examined);
    const found = [...tables, ...(await takenNames(examined))];
    return found.length > 0 ? found : ok('Nothing is in the way.');
  },
};

/** In the stage `prod`, tables remain when their stack is deleted. */
async function oldTables(examined: Examined): Promise<Told[]> {
  const { deployment, aws } = examined;
  const client = new DynamoDBClient(aws);
  try {
    const names: string[] = [];
    for await (const { TableNames = [] } of paginateListTables({ client }, {}))
      names.push(...TableNames.filter((name) => name.startsWith(`${deployment.name}-data-`)));
    if (names.length === 0) return [];
    return [
      warning(
        `${names.length} tables of an earlier deployment remain, for example ${names[0]}. A deployment makes new ones and does not see their data.`,
        `Bring them back with ${cdkCommand(`import ${deployment.name}-data`, examined)} (docs/operate.md, Restoring a table), or delete each: aws dynamodb delete-table --region ${aws.region} --table-name <name>`,
      ),
    ];
  } finally {
    client.destroy();
  }
}

/** Leaves out a name whose resource belongs to the app stack, because the deployment updates that resource. */
async function takenNames({ config, deployment, aws }: Examined): Promise<Told[]> {
  if (!config.mail) return [];
  const identity = senderIdentity(config);
  const isOwn = (type: string, name: string) => deployment.resources(type).includes(name);
  const client = new SESv2Client(aws);
  try {
    const [set, sender] = await Promise.all([
      exists(client.send(new GetConfigurationSetCommand({ ConfigurationSetName: deployment.name }))),
      exists(client.send(new GetEmailIdentityCommand({ EmailIdentity: identity }))),
    ]);
    return [
      ...(set && !isOwn('AWS::SES::ConfigurationSet', deployment.name)
        ? [
            failure(
              `SES already has the configuration set ${deployment.name}, so the deployment cannot make it.`,
              `aws sesv2 delete-configuration-set --region ${aws.region} --configuration-set-name ${deployment.name}`,
            ),
          ]
        : []),
      ...(sender && config.mail.identity === 'new' && !isOwn('AWS::SES::EmailIdentity', identity)
        ? [
            failure(
              `SES already has the identity ${identity}, so the deployment cannot make it.`,
              `Set "identity": "existing" in mail: docs/operate.md, Mail`,
            ),
          ]
        : []),
    ];
  } finally {
    client.destroy();
  }
}

async function exists(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFoundException') return false;
    throw error;
  }
}
