/**
 * Imports chats (decision 0126). Imported messages do not count against the quota, but have a limit of their own for a
 * UTC day. The order of the writes makes a crash harmless: see `store/chats/imported-chats.ts`.
 */
import type { Allowance, Audience } from '#contract/deployment-config';
import { countedMessagesOf, type ImportedPart, type ImportOutcome, messagesOf } from '#contract/import';
import { wordedError } from '#contract/server-worded-errors';
import { readPlan } from '../../store/billing/read-subscription-and-plan.ts';
import { type ChatItem, isThere } from '../../store/chats/chats.ts';
import {
  beginImport,
  endImport,
  type LastTurn,
  notePart,
  putImportedTurn,
  readImported,
} from '../../store/chats/imported-chats.ts';
import { inSeconds } from '../../store/unix-seconds.ts';
import { countUp, readCount, type Window } from '../../store/usage/rate-limits.ts';
import { restoreWithPin } from '../chats/restore-deleted-chat.ts';
import { mapInBatches } from '../map-in-batches.ts';
import { audienceOf } from '../quota/audience-and-allowance.ts';

type Allowances = Readonly<Record<Audience, Allowance>>;

const CHATS_AT_ONCE = 5;
const TURNS_AT_ONCE = 8;

const DAY_MS = 24 * 60 * 60_000;
const windowOf = (owner: string, at: number): Window => ({
  ...{ what: 'imports', who: owner, isOwner: true, at, lengthMs: DAY_MS },
});

const perDayOf = async (owner: string, allowances: Allowances, now: number): Promise<number> =>
  allowances[audienceOf(await readPlan(owner, now))].importedMessagesPerDay ?? 0;

/**
 * Returns the ids of the chats that exist and are not deleted (`there`), and how many messages the user may import on a
 * UTC day (`perDay`) and still today (`left`).
 */
export async function checkImport(
  owner: string,
  chatIds: readonly string[],
  allowances: Allowances,
): Promise<{ there: string[]; perDay: number; left: number }> {
  const now = Date.now();
  const [chats, perDay, counted] = await Promise.all([
    readImported(owner, chatIds, { consistent: true }),
    perDayOf(owner, allowances, now),
    readCount(windowOf(owner, now)),
  ]);
  const there = [...chats.values()].filter((chat) => isThere(chat, now)).map(({ chatId }) => chatId);
  return { there, perDay, left: Math.max(0, perDay - counted) };
}

/**
 * Stores chats or parts of chats, and returns the outcome of each.
 * @throws AppError `import_limit_reached` before anything is written; `import_part_missing` when an earlier part of a
 * chat is not there
 */
export async function importChats(
  owner: string,
  parts: readonly ImportedPart[],
  allowances: Allowances,
): Promise<{ chatId: string; outcome: ImportOutcome }[]> {
  const now = Date.now();
  const ids = parts.map(({ chatId }) => chatId);
  const chats = await readImported(owner, ids, { consistent: true });
  // Without the chat's item, the turns of a later part would stay for ever: they are removed only with the item.
  if (parts.some(({ chatId, from }) => from > 0 && !chats.has(chatId)))
    throw wordedError('import_part_missing');
  const known = parts.map((part) => ({ part, state: stateOf(chats.get(part.chatId), now) }));
  const open = known.filter(({ state }) => state === 'open').map(({ part }) => part);
  await countMessages(owner, open, { now, allowances });
  return await mapInBatches(known, CHATS_AT_ONCE, async ({ part, state }) => ({
    chatId: part.chatId,
    outcome: state === 'open' ? await store(owner, part, now) : await leave(owner, part.chatId, state, now),
  }));
}

/**
 * State of a chat before its import. `open`: its parts can be stored. `there`: it exists. `deleted`: it can be
 * restored. `leaving`: it can no longer be restored and is being removed.
 */
type State = 'open' | 'there' | 'deleted' | 'leaving';

function stateOf(chat: ChatItem | undefined, now: number): State {
  if (!chat) return 'open';
  if (isThere(chat, now)) return 'there';
  if (chat.ttl !== undefined && chat.ttl <= inSeconds(now)) return 'leaving';
  return chat.importing ? 'open' : 'deleted';
}

/**
 * Counts messages before they are written. The caller passes only parts of `open` chats, so that a repeated request
 * does not count a finished import again.
 * @throws AppError `import_limit_reached`
 */
async function countMessages(
  owner: string,
  parts: readonly ImportedPart[],
  { now, allowances }: { readonly now: number; readonly allowances: Allowances },
): Promise<void> {
  const turns = parts.flatMap((part) => part.turns);
  if (turns.length === 0) return;
  const amount = turns.reduce((sum, turn) => sum + countedMessagesOf(turn), 0);
  const perDay = await perDayOf(owner, allowances, now);
  const counted = perDay === 0 ? undefined : await countUp(windowOf(owner, now), perDay, { amount });
  if (counted === undefined) throw wordedError('import_limit_reached');
}

/** Restores a deleted chat that the user imports again. Leaves any other chat as it is. */
async function leave(
  owner: string,
  chatId: string,
  state: Exclude<State, 'open'>,
  now: number,
): Promise<ImportOutcome> {
  if (state !== 'deleted') return state;
  return (await restoreWithPin(owner, chatId, now)) === 'missing' ? 'leaving' : 'restored';
}

async function store(owner: string, part: ImportedPart, now: number): Promise<ImportOutcome> {
  const { chatId, from, isLast } = part;
  const earlier = from === 0 ? await beginImport(owner, part, now) : undefined;
  // Another import of the same file may have stored the chat meanwhile.
  if (earlier && !earlier.importing) return 'there';
  const turns = indexed(part);
  await mapInBatches(turns, TURNS_AT_ONCE, ({ index, turn }) =>
    putImportedTurn({ owner, chatId, messageIndex: index }, turn),
  );
  const to = turns.reduce((end, { turn }) => end + messagesOf(turn), from);
  const last = turns.findLast(({ turn }) => turn.userText !== undefined);
  const isNext = isLast
    ? await endImport(owner, chatId, { from, to, now, last: last && lastTurn(last) })
    : await notePart(owner, chatId, { from, to });
  if (!isNext) throw wordedError('import_part_missing');
  return isLast ? 'imported' : 'started';
}

interface IndexedTurn {
  readonly index: number;
  readonly turn: ImportedPart['turns'][number];
}

const lastTurn = ({ index, turn: { requestId } }: IndexedTurn): LastTurn => ({ index, requestId });

/** Adds the index of each turn's first message. */
function indexed({ from, turns }: ImportedPart): IndexedTurn[] {
  let next = from;
  return turns.map((turn) => {
    const index = next;
    next += messagesOf(turn);
    return { index, turn };
  });
}
