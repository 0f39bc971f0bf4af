/**
 * Reads the facts that decide if and how a message may be answered, such as the owner's plan, today's cost of all
 * replies, and the switch that stops all replies.
 */
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { Revocation } from '../../runtime/token-revocation.ts';
import { pauseBefore } from '../batch-read-write.ts';
import { type SubscriptionItem, subscriptionKey } from '../billing/subscriptions.ts';
import { chatsTable, connectionsTable, db, subscriptionsTable, usageTable } from '../db-and-table-names.ts';
import { instructionsKey, usedInstructions } from '../instructions.ts';
import { type ProjectContext, projectContextKey, toProjectContext } from '../project-context.ts';
import { switchKey } from '../reply-switch.ts';
import { revocationKey, toRevocation } from '../revocations.ts';
import { busyUntilOf, type DaySpend, spendKey, spendOf } from '../usage/daily-spend.ts';

export interface EntitlementFacts extends DaySpend {
  /** Absent for a guest, and for a user who never began a checkout or a subscription. */
  readonly subscription?: SubscriptionItem | undefined;
  /** Tells which of the user's tokens are revoked. Absent for a guest, and when no token is revoked. */
  readonly revocation?: Revocation | undefined;
  /**
   * Text of the user's instructions. Absent if they are empty or switched off, or if the caller did not ask for them
   * (`isWithOwn` of `readEntitlementFacts`).
   */
  readonly instructions?: string | undefined;
  /** Instructions and files of the project that the caller named by `projectId`. Absent if the caller named none. */
  readonly project?: ProjectContext | undefined;
  /** True when an operator has stopped all replies. */
  readonly isStopped: boolean;
  /** Time in milliseconds until which new messages are refused, because a reply's job waited too long for a worker. */
  readonly busyUntil?: number;
}

/** Largest number of attempts to read the facts: few, because the user waits. */
const ATTEMPTS = 3;

/**
 * Reads all facts in one call. The plan is read strongly consistently, so that a plan that was just paid for counts.
 * The other facts are read eventually consistently, for half the price.
 * @param user owner whose plan, revocation and instructions are read; undefined for a guest
 * @param now time in milliseconds
 * @param wanted what else to read: the user's instructions if `isWithOwn` is true, and the instructions and files of
 * the project `projectId`
 * @throws when no attempt returns all items, because a message must not be judged by a plan that was not read
 */
export async function readEntitlementFacts(
  user: string | undefined,
  now: number,
  { isWithOwn, projectId }: { readonly isWithOwn: boolean; readonly projectId?: string | undefined },
): Promise<EntitlementFacts> {
  const keys =
    user === undefined
      ? []
      : [
          ...(isWithOwn ? [instructionsKey(user)] : []),
          ...(projectId === undefined ? [] : [projectContextKey(user, projectId)]),
        ];
  const [day, stop] = [spendKey(now), switchKey()];
  for (let attempt = 0; ; attempt++) {
    await pauseBefore(attempt, ATTEMPTS);
    const { Responses = {}, UnprocessedKeys = {} } = await db().send(
      new BatchGetCommand({
        RequestItems: {
          [usageTable()]: { Keys: [day, stop] },
          ...(user !== undefined && {
            [subscriptionsTable()]: { Keys: [subscriptionKey(user)], ConsistentRead: true },
            [connectionsTable()]: { Keys: [revocationKey(user)] },
            ...(keys.length > 0 && { [chatsTable()]: { Keys: keys } }),
          }),
        },
      }),
    );
    if (Object.keys(UnprocessedKeys).length === 0) {
      const found = Responses[usageTable()] ?? [];
      const today = found.find(({ sk }) => sk === day.sk);
      const spend = { ...spendOf(today), busyUntil: busyUntilOf(today) };
      const isStopped = found.some(({ sk }) => sk === stop.sk);
      if (user === undefined) return { isStopped, ...spend };
      // The cast is safe: only subscription items are stored under this key.
      const [subscription] = (Responses[subscriptionsTable()] ?? []) as unknown as SubscriptionItem[];
      const revocation = toRevocation(Responses[connectionsTable()]?.[0]);
      const [own, ofProject] = [instructionsKey(user), projectContextKey(user, projectId ?? '')].map((key) =>
        Responses[chatsTable()]?.find(({ sk }) => sk === key.sk),
      );
      const written = {
        instructions: usedInstructions(own),
        ...(projectId !== undefined && { project: toProjectContext(ofProject) }),
      };
      return { subscription, revocation, isStopped, ...written, ...spend };
    }
  }
}
