import type { Retention } from '#contract/deployment-config';
import { DELETED_CHAT_LIFE_MS } from '#contract/limits';
import { readPlan } from '../../store/billing/read-subscription-and-plan.ts';
import { isThere } from '../../store/chats/chats.ts';
import { markDeleted } from '../../store/chats/delete-and-restore.ts';
import {
  type ChatForRetention,
  listChatsForRetention,
  markForRemoval,
  unmark,
} from '../../store/chats/retention-marks.ts';
import { nextStep, type RetentionTerms, retentionTermsOf } from './removal-rule.ts';

export interface RemovalCounts {
  readonly marked: number;
  readonly removed: number;
}

const DAY_MS = 86_400_000;

/**
 * Marks the chats that were unused for too long under the user's plan, and removes marked chats after the notice period
 * (decision 0016). Idempotent, also when run concurrently. The user's plan is read again after each page of chats is
 * read. So if the user buys a plan during the run, the new plan decides about the chats of the next pages.
 */
export async function removeUnusedChats(owner: string, retention: Retention): Promise<RemovalCounts> {
  const done = { marked: 0, removed: 0 };
  let next: Record<string, unknown> | undefined;
  do {
    const page = await listChatsForRetention(owner, next);
    const now = Date.now();
    const candidates = page.chats.filter((chat) => isThere(chat, now) && isOld(chat, retention, now));
    if (candidates.length > 0) {
      const terms = retentionTermsOf(await readPlan(owner, now), retention);
      for (const chat of candidates) {
        const kind = await processChat(owner, chat, terms, now);
        if (kind !== undefined) done[kind] += 1;
      }
    }
    next = page.next;
  } while (next);
  return done;
}

const lastUse = ({ updatedAt, createdAt }: ChatForRetention): number => Date.parse(updatedAt ?? createdAt);

/** True if some plan might mark, unmark or remove the chat. Otherwise the user's plan need not be read. */
function isOld(chat: ChatForRetention, { free, monthly, yearly }: Retention, now: number): boolean {
  if (chat.removeAt !== undefined) return true;
  const shortest = Math.min(...[free, monthly, yearly].map((days) => days ?? Infinity));
  return lastUse(chat) + shortest * DAY_MS <= now;
}

async function processChat(
  owner: string,
  chat: ChatForRetention,
  terms: RetentionTerms,
  now: number,
): Promise<keyof RemovalCounts | undefined> {
  const { removeAt, keptDays } = chat;
  const mark = removeAt === undefined ? undefined : Date.parse(removeAt);
  const isPinned = chat.pinnedAt !== undefined;
  const step = nextStep({ lastUsed: lastUse(chat), removeAt: mark, keptDays, isPinned }, terms, now);
  if (step.kind === 'unmark') await unmark(owner, chat);
  if (step.kind === 'mark') {
    const at = new Date(step.removeAt).toISOString();
    const isMarked = await markForRemoval(owner, chat, { removeAt: at, keptDays: step.keptDays, now });
    return isMarked ? 'marked' : undefined;
  }
  if (step.kind !== 'remove') return undefined;
  const life = { now, lifeMs: DELETED_CHAT_LIFE_MS, marked: removeAt };
  return (await markDeleted(owner, chat.chatId, life)) === undefined ? undefined : 'removed';
}
