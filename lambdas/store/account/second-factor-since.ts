/**
 * Time since which an owner has a second factor: `OWNER#o` / `SECOND_FACTOR` in the Connections table. Cognito tells if
 * the factor is on, but not since when. A sign-in before that time may have begun with a password alone, so
 * `requireSecondFactor` (`lambdas/domain/admin/require-second-factor.ts`) refuses an administrator with such a sign-in.
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { connectionsTable, db } from '../db-and-table-names.ts';
import { inSeconds, ownerPartition } from '../keys.ts';

const keyOf = (owner: string) => ({ pk: ownerPartition(owner), sk: 'SECOND_FACTOR' });

/** Stores `now` (milliseconds since the epoch) as the time since which the owner has a second factor. */
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
