/**
 * Marks, and later removes, chats that have been unused for longer than their owner's plan keeps them (decision 0016).
 * Also removes expired temporary chats. A schedule invokes this function every hour. Its runs together process all
 * users once a UTC day.
 */
import type { Context, ScheduledEvent } from 'aws-lambda';
import type { Retention } from '#contract/deployment-config';
import { removeUnusedChatsOfAll } from '../domain/retention/remove-unused-chats-of-all.ts';
import { requireJsonEnv } from '../runtime/env.ts';
import { ENV } from '../runtime/env-names.ts';

/**
 * Milliseconds that must be left of a run before it begins another page of users. The processing of a page is expected
 * to take less.
 */
const RESERVE_MS = 3 * 60_000;

export const handler = (_: ScheduledEvent, context: Context): Promise<void> =>
  removeUnusedChatsOfAll(requireJsonEnv<Retention>(ENV.retention), {
    hasTime: () => context.getRemainingTimeInMillis() > RESERVE_MS,
  });
