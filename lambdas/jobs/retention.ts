/**
 * Marks, and later removes, chats that have been unused for longer than their owner's plan keeps them (decision 0016).
 * Also removes expired temporary chats. Each hourly run continues where the run before it stopped, until all users are
 * done for the UTC day.
 */
import type { Context, ScheduledEvent } from 'aws-lambda';
import type { Retention } from '#contract/deployment-config';
import { removeUnusedChatsOfAll } from '../domain/retention/daily-removal-of-unused-chats.ts';
import { requireJsonEnv } from '../runtime/env.ts';
import { ENV } from '../runtime/env-names.ts';
import { jobHandler } from '../runtime/job-handler.ts';

/** A run begins another page of users only while it has more than this many milliseconds left. */
const RESERVE_MS = 3 * 60_000;

export const handler = jobHandler((_: ScheduledEvent, context: Context) =>
  removeUnusedChatsOfAll(requireJsonEnv<Retention>(ENV.retention), {
    hasTime: () => context.getRemainingTimeInMillis() > RESERVE_MS,
  }),
);
