/**
 * Time since which an owner has a second factor: `OWNER#o` / `SECOND_FACTOR` in the Connections table. Cognito does not
 * tell this time. An administrator who signed in before this time may have used a password alone, so
 * `requireSecondFactor` refuses the sign-in.
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { connectionsTable, db } from '../db-and-table-names.ts';
import { ownerPartition } from '../owner-keys.ts';
import { inSeconds } from '../unix-seconds.ts';

const keyOf = (owner: string) => ({ pk: ownerPartition(owner), sk: 'SECOND_FACTOR' });

/** `now` is in Unix milliseconds. */
export async function putSecondFactorSince(owner: string, now: number): Promise<void> {
  await db().send(
    new UpdateCommand({
      TableName: connectionsTable(),
      Key: keyOf(owner),
      UpdateExpression: 'SET since = :since',
      ExpressionAttributeValues: { ':since': inSeconds(now) },
    }),
  );
}

/** Returns the stored time in Unix seconds; undefined when the user never switched the factor on in the product. */
export async function readSecondFactorSince(owner: string): Promise<number | undefined> {
  const { Item } = await db().send(new GetCommand({ TableName: connectionsTable(), Key: keyOf(owner) }));
  return typeof Item?.since === 'number' ? Item.since : undefined;
}
