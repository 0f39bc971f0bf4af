/** Invariants that hold in the end, seen from outside: screens, acks, stored messages, counters (docs/chaos.md). */
import { setTimeout as sleep } from 'node:timers/promises';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Conversation } from '../../web/src/features/chat/state/conversation/conversation.ts';
import type { TestUser } from '../support/stack.ts';
import { type Device, isRefusal, type Request } from './device.ts';
import { keptProblems } from './shares-projects-imports.ts';
import type { Row } from './turn-ledger.ts';
import type { Person, World } from './world.ts';

const LATE_FRAME_MS = 10_000;
const LOOK_MS = 50;

export async function problemsOf(world: World): Promise<string[]> {
  return [
    ...world.seen,
    ...world.devices.flatMap((device) => requestProblems(world, device)),
    ...rowProblems(world),
    ...chatProblems(world),
    ...(await screenProblems(world)),
    ...(await counterProblems(world, world.ada, world.usedBefore)),
    ...(await counterProblems(world, world.bob, 0)),
    ...(await foreignProblems(world)),
    ...(await keptProblems(world)),
  ];
}

/**
 * (a), (e): an acknowledged message is stored once. A refused message was not held by the server before. It is shown as
 * unsent, unless it was to replace another, or a copy of it was stored.
 */
function requestProblems({ ledger }: World, device: Device): string[] {
  return [...device.requests.values()].flatMap((request) => {
    const { frame, acks } = request;
    if (frame.action !== 'chat' || acks.length === 0) return [];
    const { chatId, message, replaces } = frame.data;
    if (ledger.isDeleted(chatId) || !ledger.chats.has(chatId)) return [];
    const stored = ledger.rowsOf(frame.id).length;
    const isAnswered = acks.some((ack) => !isRefusal(ack));
    const about = `“${message}” (${frame.id.slice(0, 8)})`;
    if (stored > 0 && request.wasHeldWhenRefused)
      return [`refused (${codesOf(request)}) while it was held: ${about}`];
    if (isAnswered) return stored === 1 ? [] : [`acknowledged, but stored ${stored} times: ${about}`];
    const isShown =
      device.kept.get(frame.id)?.refused !== undefined || isSentAgain(device, frame.id, message);
    return stored > 0 || isShown || replaces !== undefined
      ? []
      : [`refused, and not shown as unsent: ${about}`];
  });
}

const codesOf = ({ acks }: Request): string =>
  acks.map((ack) => ('error' in ack ? ack.error.code : 'ok')).join(', ');

/** True if a retry has sent the text under another id. The retry removes the unsent message from the screen. */
const isSentAgain = ({ requests }: Device, id: string, text: string): boolean =>
  [...requests.values()].some(
    ({ frame }) => frame.id !== id && frame.action === 'chat' && frame.data.message === text,
  );

/** (b): every stored message has its reply, which ended once. */
function rowProblems({ ledger }: World): string[] {
  const rows = [...ledger.rows.values()];
  const owners = new Set(ledger.endings.map(({ requestId }) => requestId));
  const twice = [...owners].filter(
    (id) => ledger.endings.filter(({ requestId }) => requestId === id).length > 1,
  );
  return [
    ...rows
      .filter(({ status }) => status === 'streaming')
      .map(({ userText }) => `a reply without an end: to “${userText}”`),
    ...twice.map((id) => `a reply that ended twice: ${id?.slice(0, 8)}`),
  ];
}

/** Returns the problems of chats: more chats than requests for one, or more than one thank-you message in a chat. */
function chatProblems({ ledger, devices, ada, bob, kept }: World): string[] {
  const problems: string[] = [];
  for (const { user, tag } of [ada, bob]) {
    const mine = devices.filter((device) => device.user === user);
    const wishes = mine.flatMap(({ requests }) =>
      [...requests.values()].filter(({ frame }) => frame.action === 'initChat'),
    );
    const imported = kept.imported.map(({ id }) => id);
    const isMine = ({ owner, chatId }: { owner: string; chatId: string }) =>
      owner === user.owner && !imported.includes(chatId);
    const chats = [...ledger.chats.values()].filter(isMine).length;
    const ids = new Set(wishes.map(({ frame }) => frame.id)).size;
    if (chats > ids) problems.push(`${chats} chats of ${tag} for ${ids} wishes`);
    for (const { frame, acks } of wishes) {
      const made = new Set(
        acks.flatMap((ack) => ('error' in ack ? [] : [Reflect.get(Object(ack.data), 'chatId')])),
      );
      if (made.size > 1) problems.push(`two chats for one initChat ${frame.id.slice(0, 8)}`);
    }
  }
  for (const { chatId } of ledger.chats.values()) {
    const thanks = [...ledger.rows.values()].filter(
      (row) => row.chatId === chatId && row.kind === 'extra',
    ).length;
    if (thanks > 1) problems.push(`thanked ${thanks} times`);
  }
  return problems;
}

/** (c): what is on screen is what is stored. */
async function screenProblems(world: World): Promise<string[]> {
  const problems: string[] = [];
  for (const [number, device] of world.devices.entries()) {
    const { conversation } = device;
    if (device.isClosed || !conversation || !isThere(world, conversation.chatId)) continue;
    // At the day's limit, no later frame comes that would reveal that earlier ones were missed.
    if (conversation.state.get().phase === 'failed') await retryHistory(conversation);
    else if (world.plan.left !== undefined) await conversation.history.catchUp();
    let difference = await lastingDifference(device);
    if (difference !== undefined) {
      // The client does this itself when a reply has been silent for 20 s, or a read of missed messages has failed.
      device.conversation?.history.checkStalled(0);
      difference = await lastingDifference(device);
    }
    if (difference !== undefined) problems.push(`device ${number} shows what is not stored:\n${difference}`);
  }
  return problems;
}

/**
 * Clicks on Retry until the history can be read. After the clock was set back, a token that was issued before is
 * refused until the clock has reached the token's time again.
 */
async function retryHistory(conversation: Conversation): Promise<void> {
  for (const end = performance.now() + LATE_FRAME_MS; performance.now() < end; await sleep(LOOK_MS)) {
    await conversation.history.load();
    if (conversation.state.get().phase !== 'failed') return;
  }
}

/** Returns the difference that remains after late frames have arrived; undefined for none. */
async function lastingDifference(device: Device): Promise<string | undefined> {
  for (const end = performance.now() + LATE_FRAME_MS; ; ) {
    const difference = await differenceOf(device);
    if (difference === undefined || performance.now() > end) return difference;
    await sleep(LOOK_MS);
  }
}

const isThere = ({ ledger }: World, chatId: string): boolean =>
  ledger.chats.has(chatId) && !ledger.isDeleted(chatId);

async function differenceOf(device: Device): Promise<string | undefined> {
  const { conversation } = device;
  if (!conversation) return undefined;
  const { through } = conversation.state.get();
  const page = await device
    .history(conversation.chatId, { through })
    .catch((error: unknown) => String(error));
  if (typeof page === 'string') return `    the history: ${page}`;
  const { messages } = page;
  const { phase, messages: shown } = conversation.state.get();
  if (phase !== 'ready') return `phase ${phase}`;
  const line = (at: number, status: string, text: string) => `${at} ${status} ${text}`;
  const kept = messages.map(({ messageIndex, status, content }) => line(messageIndex, status, content));
  const seen = shown
    .filter(({ index, isExtra }) => index !== undefined || !isExtra)
    .filter(({ status }) => status !== 'unsent')
    .map(({ index = -1, status, content, live }) => line(index, status, live?.text() ?? content));
  if (seen.join('\n') === kept.join('\n')) return undefined;
  const only = (these: string[], those: string[], sign: string) =>
    these.filter((text) => !those.includes(text)).map((text) => `    ${sign} ${text}`);
  return (
    [...only(seen, kept, 'only shown: '), ...only(kept, seen, 'only stored:')].join('\n') ||
    '    another order'
  );
}

/** (d), (h): the day's counters are the sums over the turns, and nothing stays reserved. */
async function counterProblems(world: World, person: Person, before: number): Promise<string[]> {
  const { user, tag } = person;
  const Items = await usageOf(world, user);
  const sum = (isCounted: (name: string) => boolean) =>
    Items.flatMap((item) => Object.entries(item)).reduce(
      (total, [name, value]) => (isCounted(name) ? total + Number(value) : total),
      0,
    );
  const answered = world.ledger.endings.filter(
    ({ owner, status }) => owner === user.owner && status !== 'failed',
  );
  const total = (of: (row: Row) => number) => answered.reduce((all, row) => all + of(row), 0);
  const open = Items.flatMap((item) => Object.keys(item).filter(isReservation));
  const left = await reservedToday(world, person);
  const facts: readonly (readonly [string, number, number])[] = [
    ['messages', sum((name) => name === 'messages') - open.length, before + answered.length],
    ['messages by model', sum((name) => name.startsWith('messages_')), answered.length],
    ['input tokens', sum((name) => name.startsWith('input_')), total(({ inputTokens }) => inputTokens)],
    ['output tokens', sum((name) => name.startsWith('output_')), total(({ outputTokens }) => outputTokens)],
  ];
  return [
    ...facts
      .filter(([, counted, real]) => counted !== real)
      .map(([what, counted, real]) => `${tag}: ${what} counted ${counted}, really ${real}`),
    ...left.map((id) => `${tag}: still reserved: ${aboutRequest(world, id)}`),
  ];
}

/** Describes a request: its text, its acks, and the status of its turn. */
function aboutRequest({ devices, ledger }: World, id: string): string {
  const asked = devices.flatMap(({ requests }) => requests.get(id) ?? []);
  const texts = asked.map(({ frame }) =>
    frame.action === 'chat' ? `“${frame.data.message}”` : frame.action,
  );
  const rows = ledger.rowsOf(id).map(({ status }) => status);
  return `${id.slice(0, 8)} ${texts[0] ?? ''} (acks: ${asked.map(codesOf).join('; ')}; stored: ${rows.join(', ')})`;
}

/** The days of a person's usage, as they are stored. */
async function usageOf({ chaosStack }: World, { owner }: TestUser): Promise<Record<string, unknown>[]> {
  const { documents, table } = chaosStack.stack.inner.dynamodb;
  const { Items = [] } = await documents.send(
    new QueryCommand({
      TableName: table('Usage'),
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :day)',
      ExpressionAttributeValues: { ':pk': `OWNER#${owner}`, ':day': 'DAY#' },
      ConsistentRead: true,
    }),
  );
  return Items;
}

const isReservation = (name: string): boolean => name.startsWith('open_');

/** Returns the ids of unsettled reservations of today. Those of past days no longer count against a limit. */
export async function reservedToday(world: World, { user }: Person): Promise<string[]> {
  const today = `DAY#${new Date(world.chaosStack.stack.inner.clock.now()).toISOString().slice(0, 10)}`;
  const days = await usageOf(world, user);
  const names = days.filter(({ sk }) => sk === today).flatMap((day) => Object.keys(day));
  return names.filter(isReservation).map((name) => name.slice('open_'.length));
}

/** Checks that a user cannot read another user's chat. */
async function foreignProblems({ devices, ledger, ada, bob }: World): Promise<string[]> {
  const [of] = devices.filter((device) => device.user === bob.user);
  const chat = [...ledger.chats.values()].find(({ owner }) => owner === ada.user.owner);
  if (!of || !chat) return [];
  const read = await of.history(chat.chatId).then(
    () => true,
    () => false,
  );
  return read ? ['Bob can read Ada’s chat'] : [];
}
