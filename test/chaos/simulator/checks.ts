/** Checks of the devices' screens and of the simulated server's store. */
import { isStreaming } from '../../../web/src/features/chat/state/turns/shown-message.ts';
import type { Device } from './device.ts';
import type { ProductServer } from './product-server.ts';
import { replyText } from './reply-worker.ts';
import type { Sent } from './run.ts';

/** Problem that was found, in words. */
export type Problem = string;

const MAX_ATTEMPTS = 8;

/**
 * `meanwhile`: messages are in order, none is of another chat, and no reply mixes two attempts. `in the end`: also, the
 * screen shows exactly what is stored.
 */
export function screenProblems(
  number: number,
  device: Device,
  server: ProductServer,
  when: 'meanwhile' | 'in the end',
): Problem[] {
  const problems = [...orderProblems(device), ...foreignProblems(device), ...splicedProblems(device)];
  if (when === 'in the end') problems.push(...differences(device, server));
  return problems.map((problem) => `${when}, device ${number}: ${problem}`);
}

function orderProblems({ shown }: Device): Problem[] {
  const indexes = shown.flatMap(({ index }) => index ?? []);
  const isOrdered = indexes.every((index, i) => i === 0 || index > (indexes[i - 1] ?? 0));
  return isOrdered ? [] : [`the order is ${indexes.join(' ')}`];
}

/** Finds texts of other chats: every text begins with the id of its chat. */
function foreignProblems({ shown, conversation }: Device): Problem[] {
  return shown
    .map(({ content, live }) => live?.text() ?? content)
    .filter((text) => !text.startsWith(conversation.chatId) && !conversation.chatId.startsWith(text))
    .map((text) => `a foreign text: ${text}`);
}

/** Finds streaming replies that are not the beginning of what one attempt of the worker writes. */
function splicedProblems({ shown }: Device): Problem[] {
  return shown.flatMap(({ live }, i) => {
    const text = live?.text() ?? '';
    const question = shown[i - 1]?.role === 'user' ? (shown[i - 1]?.content ?? '') : undefined;
    if (text === '' || question === undefined) return [];
    const written = Array.from({ length: MAX_ATTEMPTS }, (_, n) => replyText(question, n + 1));
    return written.some((whole) => whole.startsWith(text)) ? [] : [`a spliced reply: ${text}`];
  });
}

function differences({ shown, conversation }: Device, server: ProductServer): Problem[] {
  const problems: Problem[] = [];
  const { phase, pending } = conversation.state.get();
  if (phase !== 'ready' || pending || shown.some(isStreaming))
    problems.push(`phase ${phase}, pending ${pending}`);
  const screen = shown.filter(({ index }) => index !== undefined);
  const first = screen[0]?.index ?? 0;
  const stored = server.stored(conversation.chatId).filter(({ messageIndex }) => messageIndex >= first);
  // Likes are left out: a missed one appears only when the history is read again.
  const line = (at: number, text: string, status: string) => `${at} ${status} ${text}`;
  const seen = screen.map(({ index = -1, content, status }) => line(index, content, status));
  const kept = stored.map(({ messageIndex, content, status }) => line(messageIndex, content, status));
  if (seen.join('\n') !== kept.join('\n'))
    problems.push(`the screen is not what is stored:\n${diff(seen, kept)}`);
  return problems;
}

const diff = (seen: readonly string[], kept: readonly string[]): string =>
  [
    ...seen.filter((line) => !kept.includes(line)).map((line) => `  + ${line}`),
    ...kept.filter((line) => !seen.includes(line)).map((line) => `  - ${line}`),
  ].join('\n');

/** Checks that no message is stored more often than it was sent, and that every stored reply has ended. */
export function storedProblems(server: ProductServer, sent: ReadonlyMap<string, Sent>): Problem[] {
  const problems: Problem[] = [];
  const messages = [...server.chats.keys()].flatMap((chatId) => server.stored(chatId));
  for (const [text, { times }] of sent) {
    const stored = messages.filter(({ role, content }) => role === 'user' && content === text).length;
    if (stored > times) problems.push(`stored ${stored} times, sent ${times} times: ${text}`);
  }
  for (const { status, content } of messages)
    if (status === 'streaming') problems.push(`a reply without an end: ${content}`);
  return problems;
}

/** Checks that a text that was neither stored nor replaced is shown as unsent on its sender's screen. */
export function lostProblems(
  chatId: string,
  server: ProductServer,
  sent: ReadonlyMap<string, Sent>,
): Problem[] {
  const stored = new Set(server.stored(chatId).map(({ content }) => content));
  const replaced = server.chats.get(chatId)?.replaced;
  return [...sent].flatMap(([text, { device, chatId: its }]) => {
    if (its !== chatId || stored.has(text) || replaced?.has(text)) return [];
    const isShown = device.shown.some(({ content, status }) => content === text && status === 'unsent');
    return isShown ? [] : [`neither stored nor shown as unsent: ${text}`];
  });
}
