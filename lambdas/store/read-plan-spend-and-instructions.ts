import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { Revocation } from '../runtime/token-revocation.ts';
import { pauseBefore } from './batch-read-write.ts';
import { type SubscriptionItem, subscriptionKey } from './billing/read-subscription-and-plan.ts';
import { chatsTable, connectionsTable, db, subscriptionsTable, usageTable } from './db-and-table-names.ts';
import { instructionsKey, usedInstructions } from './instructions.ts';
import { type ProjectContext, projectContextKey, toProjectContext } from './project-context.ts';
import { switchKey } from './reply-switch.ts';
import { revocationKey, toRevocation } from './revocations.ts';
import { busyUntilOf, type DaySpend, spendKey, spendOf } from './usage/daily-spend-and-busy-until.ts';

export interface EntitlementFacts extends DaySpend {
  /** Absent for a guest, and for a user who never began a checkout or a subscription. */
  readonly subscription?: SubscriptionItem | undefined;
  /** Absent for a guest, and when none of the user's tokens is revoked. */
  readonly revocation?: Revocation | undefined;
  /** Text of the user's instructions. Absent if they are empty, switched off or not wanted (`isWithOwn`). */
  readonly instructions?: string | undefined;
  /** Instructions and files of the project `projectId`. Absent if the caller names no project. */
  readonly project?: ProjectContext | undefined;
  /** True when an operator has stopped all replies. */
  readonly isStopped: boolean;
  /** Unix milliseconds until which new messages are refused, because workers are scarce. */
  readonly busyUntil?: number;
}

/** Few, because the user waits. */
const ATTEMPTS = 3;

/**
 * Reads the facts that decide if and how a message may be answered. Only the plan is read strongly consistently, so
 * that a new plan counts at once after its payment.
 * @param user undefined for a guest
 * @param now Unix milliseconds
 * @param wanted `isWithOwn` adds the user's own instructions. `projectId` adds the project's instructions and files.
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
      // Only subscription items are stored under this key.
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
