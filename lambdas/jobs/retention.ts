/** Removes chats that are unused for longer than their owner's plan keeps them (decision 0016). Told by a schedule. */
import type { Context, ScheduledEvent } from 'aws-lambda';
import type { Retention } from '#contract/config';
import { removeUnusedChatsOfAll } from '../domain/retention/walk-all-users.ts';
import { requireJsonEnv } from '../runtime/env.ts';
import { ENV } from '../runtime/env-names.ts';

/** Left of a run's time when it begins no other page: more than one page has ever taken. */
const RESERVE_MS = 3 * 60_000;

export const handler = (_: ScheduledEvent, context: Context): Promise<void> =>
  removeUnusedChatsOfAll(requireJsonEnv<Retention>(ENV.retention), {
    hasTime: () => context.getRemainingTimeInMillis() > RESERVE_MS,
  });
