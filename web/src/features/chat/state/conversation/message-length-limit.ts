import { FRAME_MAX_BYTES, MESSAGE_MAX_LENGTH, PATH_RANGES_MAX } from '#contract/limits';
import { toWire } from '#contract/socket';
import { TEMPORARY_CHAT_PREFIX } from '#contract/temporary-chats';
import { encodeFrame } from '../../../../lib/socket/parse-and-encode-frames.ts';
import { chatCopy } from '../../copy.ts';
import type { SenderFields } from './message-delivery.ts';

const number = new Intl.NumberFormat('en');
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/**
 * Returns the limit for a text, in UTF-16 units: 20,000, or as many as fit into a frame (docs/spec.md 5). The second
 * limit depends on the text, because accents, emoji, quotes and line breaks take more than one byte a unit.
 */
function limitOf(text: string, sender: SenderFields, files: number): number {
  const counted = text.trim().slice(0, MESSAGE_MAX_LENGTH);
  const room = FRAME_MAX_BYTES - envelopeOf(sender, files);
  const bytes = bytesOf(JSON.stringify(toWire(counted))) - '""'.length;
  return bytes === 0
    ? MESSAGE_MAX_LENGTH
    : Math.min(MESSAGE_MAX_LENGTH, Math.floor((counted.length * room) / bytes));
}

/** Returns the error text for a message that is too long. */
export function tooLong(text: string, sender: SenderFields, files = 0): string | undefined {
  const { length } = text.trim();
  const limit = limitOf(text, sender, files);
  if (length <= limit) return undefined;
  const copy = chatCopy.conversation;
  const say = limit === MESSAGE_MAX_LENGTH ? copy.tooLong : copy.tooLarge;
  return say(number.format(length), number.format(limit));
}

export interface MessageSize {
  /** Length and limit, such as "18,500 / 20,000". */
  readonly words: string;
  readonly isOver: boolean;
}

/** Returns the length of a text and its limit, if the length is above `COUNT_FROM` of the limit. */
export function sizeOf(text: string, sender: SenderFields, files = 0): MessageSize | undefined {
  const { length } = text.trim();
  const limit = limitOf(text, sender, files);
  if (length <= limit * COUNT_FROM) return undefined;
  return { words: `${number.format(length)} / ${number.format(limit)}`, isOver: length > limit };
}

/** Share of the limit above which the length is shown. */
const COUNT_FROM = 0.9;

/**
 * Returns the size of a `chat` frame without its text, in bytes, with its optional fields and indexes at their longest.
 * A frame has at most one of `versionOf`, `continues` and `replaces`, so only one of them is counted.
 */
function envelopeOf(sender: SenderFields, files: number): number {
  const id = '00000000-0000-4000-8000-000000000000';
  // No index has more digits: even an imported chat has at most a million messages (`IMPORT.messagesOfChatMax`).
  const index = 9_999_999;
  const about = {
    chatId: TEMPORARY_CHAT_PREFIX + id,
    message: '',
    model: 'm'.repeat(64),
    versionOf: index,
    path: Array<[number, number]>(PATH_RANGES_MAX).fill([index, index]),
    after: index,
    context: index,
    effort: 'balanced' as const,
    instructions: false,
    projectId: id,
    ...(files > 0 && { files: Array.from({ length: files }, () => id) }),
  };
  return bytesOf(encodeFrame('chat', id, { ...about, ...sender }).again);
}
