/**
 * Sign-ins of a user: `SIGNINS#<owner>` / `<session>` in the Connections table. For every reply, the worker reads the
 * owner's connections (`OWNER#<owner>`). Sign-ins have another partition, so that the worker does not read them too.
 */
import { DeleteCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditional } from './conditional-writes.ts';
import { connectionsTable, db } from './db-and-table-names.ts';
import { SIGN_IN_SECONDS } from './revocations.ts';
import { inSeconds } from './unix-seconds.ts';

export interface SignIn {
  /** `origin_jti` of the sign-in's tokens. */
  readonly session: string;
  /** Unix seconds of the sign-in. */
  readonly since: number;
  /** Unix seconds of the newest token that was seen; equals `since` if an older release stored the row. */
  readonly issuedAt: number;
  /** UTC day of the last use, `yyyy-mm-dd`. */
  readonly day: string;
  /** Random id that the browser keeps. All tabs of a browser have the same id, but each tab has its own sign-in. */
  readonly device?: string | undefined;
  readonly browser?: string | undefined;
  readonly system?: string | undefined;
}

const partition = (owner: string): string => `SIGNINS#${owner}`;

/** Stores a sign-in, or its last use. Changes the row only for a newer token or a later day. */
export async function putSignIn(owner: string, { session, ...fields }: SignIn): Promise<void> {
  const stored = Object.entries({ ...fields, ttl: fields.since + SIGN_IN_SECONDS });
  const all = stored.filter(([, value]) => value !== undefined);
  await conditional(
    db().send(
      new UpdateCommand({
        TableName: connectionsTable(),
        Key: { pk: partition(owner), sk: session },
        UpdateExpression: `SET ${all.map(([name]) => `#${name} = :${name}`).join(', ')}`,
        ConditionExpression: 'attribute_not_exists(#issuedAt) OR #issuedAt < :issuedAt OR #day < :day',
        ExpressionAttributeNames: Object.fromEntries(all.map(([name]) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(all.map(([name, value]) => [`:${name}`, value])),
      }),
    ),
  );
}

/** Lists the sign-ins whose refresh tokens may still be valid. */
export async function listSignIns(owner: string, now: number): Promise<SignIn[]> {
  const found: SignIn[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await query(owner, from);
    found.push(...Items.filter(({ ttl }) => Number(ttl) > inSeconds(now)).map(toSignIn));
    from = LastEvaluatedKey;
  } while (from !== undefined);
  return found;
}

const query = (owner: string, from?: Record<string, unknown>) =>
  db().send(
    new QueryCommand({
      TableName: connectionsTable(),
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': partition(owner) },
      ConsistentRead: true,
      ...(from && { ExclusiveStartKey: from }),
    }),
  );

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const toSignIn = (item: Record<string, unknown>): SignIn => ({
  session: String(item.sk),
  since: Number(item.since),
  issuedAt: Number(item.issuedAt ?? item.since),
  day: String(item.day),
  device: text(item.device),
  browser: text(item.browser),
  system: text(item.system),
});

export async function deleteSignIns(owner: string): Promise<void> {
  for (;;) {
    const { Items = [] } = await query(owner);
    if (Items.length === 0) return;
    for (const { pk, sk } of Items)
      await db().send(new DeleteCommand({ TableName: connectionsTable(), Key: { pk, sk } }));
  }
}
