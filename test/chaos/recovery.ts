/**
 * Recovery after the faults: every service works again, clients reconnect as real ones do, and chats are used once
 * more.
 */
import { reservedToday } from './checks.ts';
import type { Device } from './device.ts';
import { until } from './wait-until.ts';
import type { Person, World } from './world.ts';

/** Longer than a worker's lease, which can end twice within a minute. */
const LEASE_OVER_MS = 21_000;
const LOCK_OVER_MS = 31 * 60_000;
const ROUNDS = [0, LEASE_OVER_MS, LEASE_OVER_MS] as const;
/** Completes the minute after the rounds. */
const LAST_ROUND_MS = 60_000 - 2 * LEASE_OVER_MS;
/** Real time within which acks arrive, also on a busy machine. */
const ARRIVAL_MS = 1_000;
const CONNECT_MS = 30_000;
const FLUSH_MS = 10_000;
const LOAD_MS = 30_000;
const MOST_CHATS = 3;
/** Longer than any turn takes, with all its retries. */
const STALE_MS = 61 * 60_000;

/** Gives what is wrong: a message without an answer, a chat that cannot be used. */
export async function recover(world: World): Promise<string[]> {
  const { chaosStack } = world;
  chaosStack.heal();
  const problems: string[] = [];
  if (!(await bringHome(world))) problems.push(...unanswered(world));
  const last = await Promise.all([world.ada, world.bob].map((person) => lastWordsOf(world, person)));
  problems.push(...last.flat());
  if (!(await chaosStack.exhaustRetries()))
    problems.push('functions are still at work when all retries are over');
  for (const person of [world.ada, world.bob])
    if ((await reservedToday(world, person)).length > 0) await talkLater(world, person);
  return problems;
}

/** Sends a message an hour later: it gives back the reservations of calls that died. */
async function talkLater(world: World, person: Person): Promise<void> {
  world.chaosStack.stack.moveClock(STALE_MS);
  const device = world.join(person);
  await device.createChat();
  const { chatId } = device.conversation ?? {};
  if (chatId !== undefined) await sayLastWords(world, person, chatId);
}

async function lastWordsOf(world: World, person: Person): Promise<string[]> {
  const problems: string[] = [];
  const chats = [...world.ledger.chats.values()].filter(
    ({ owner, isDeleted, chatId }) => owner === person.user.owner && !isDeleted && isUsed(world, chatId),
  );
  for (const { chatId } of chats.slice(0, MOST_CHATS)) {
    const problem = await sayLastWords(world, person, chatId);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
}

/** True if a device has sent a message in a chat, or tried to. */
const isUsed = ({ devices }: World, chatId: string): boolean =>
  devices.some(({ requests }) =>
    [...requests.values()].some(({ frame }) => frame.action === 'chat' && frame.data.chatId === chatId),
  );

/** Reconnects and waits, for a minute of the stack's clock at most, until every message has its answer. */
async function bringHome(world: World): Promise<boolean> {
  const { chaosStack, devices } = world;
  const isDone = () => !devices.some(({ isClosed, isWaiting }) => !isClosed && isWaiting);
  for (const wait of ROUNDS) {
    chaosStack.stack.moveClock(wait);
    for (const device of devices) {
      if (device.isClosed) continue;
      if (wait > 0 && device.isWaiting) device.drop();
      device.goOnline();
    }
    await comeToRest(world);
    if (await until(isDone, ARRIVAL_MS)) return true;
    if (wait > 0) continue;
    // A client whose connection is lost sends lost messages again at once.
    for (const device of devices) if (!device.isClosed && device.isWaiting) device.drop();
    await comeToRest(world);
    if (await until(isDone, ARRIVAL_MS)) return true;
  }
  return false;
}

/** Waits until all devices are connected and all sent frames are handled. */
async function comeToRest({ chaosStack, devices }: World): Promise<void> {
  await connected(devices);
  await Promise.all(devices.map((device) => !device.isClosed && device.flush(FLUSH_MS)));
  await chaosStack.quiet();
}

async function connected(devices: readonly Device[]): Promise<void> {
  await until(() => {
    const away = devices.filter(({ isClosed, isOnline }) => !isClosed && !isOnline);
    // Waking the devices with each poll skips their pauses between attempts to connect.
    away[0]?.goOnline();
    return away.length === 0;
  }, CONNECT_MS);
}

const unanswered = ({ devices }: World): string[] =>
  devices.flatMap(({ isClosed, kept }) =>
    [...kept.values()]
      .filter(({ refused }) => !isClosed && refused === undefined)
      .map(({ text, requestId }) => `no answer within a minute to “${text}” (${requestId.slice(0, 8)})`),
  );

/**
 * Sends a message in a chat, which must be answered within a minute of the stack's clock. If a call that died has left
 * the chat's lock behind, waits until the lock has ended, too.
 */
async function sayLastWords(world: World, person: Person, chatId: string): Promise<string | undefined> {
  const { chaosStack } = world;
  const device = world.devicesOf(person).find(({ isClosed }) => !isClosed) ?? world.join(person);
  await until(() => !device.controller.creation.get().creating, LOAD_MS);
  device.openChat(chatId);
  const { conversation } = device;
  if (conversation?.chatId !== chatId) return 'a chat cannot be opened';
  const lock = world.ledger.chats.get(chatId)?.pending;
  const isLeftBehind = lock !== undefined && world.ledger.rowsOf(lock).length === 0;
  for (const wait of [...ROUNDS, LAST_ROUND_MS, ...(isLeftBehind ? [LOCK_OVER_MS] : [])]) {
    chaosStack.stack.moveClock(wait);
    if (wait > 0) device.drop();
    await connected([device]);
    if (conversation.state.get().phase === 'failed' || wait > 0) void conversation.history.load();
    if (!(await until(() => conversation.state.get().phase === 'ready', LOAD_MS))) continue;
    await until(() => !conversation.state.get().pending, ARRIVAL_MS);
    const text = world.nextText(person);
    if (!conversation.actions.send(text).sent) continue;
    if (await answered(world, device, text)) return undefined;
  }
  return `the chat of ${person.tag} cannot be used a minute later`;
}

/** True if the message was acknowledged. A refusal for the day's limit counts, too. */
async function answered({ chaosStack }: World, device: Device, text: string): Promise<boolean> {
  const find = () =>
    [...device.requests.values()].find(({ frame }) => frame.action === 'chat' && frame.data.message === text);
  await until(() => (find()?.acks.length ?? 0) > 0 && chaosStack.isQuiet(), LOAD_MS);
  const ack = find()?.acks[0];
  if (!ack) return false;
  return !('error' in ack) || ack.error.code === 'quota_exceeded';
}
