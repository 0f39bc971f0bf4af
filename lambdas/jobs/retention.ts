/** Removes chats that are unused for longer than their owner's plan keeps them (decision 0016). Told by a schedule. */
import type { Context, ScheduledEvent } from 'aws-lambda';
import type { Retention } from '#contract/config';
import { removeAgedChatsOfAll } from '../domain/retention/walk-all-users.ts';
import { requireJsonEnv } from '../runtime/env.ts';
import { ENV } from '../runtime/env-names.ts';

/** Left of a run's time when it begins no other page: more than one page has ever taken. */
const RESERVE_MS = 3 * 60_000;

export const handler = (_: ScheduledEvent, context: Context): Promise<void> =>
  removeAgedChatsOfAll(requireJsonEnv<Retention>(ENV.retention), {
    mayGoOn: () => context.getRemainingTimeInMillis() > RESERVE_MS,
  });
