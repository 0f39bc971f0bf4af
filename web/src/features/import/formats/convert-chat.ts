import { nameFromMessage } from '#contract/automatic-chat-names';
import { type ImportedTurn, messagesOf } from '#contract/import';
import { IMPORT, REPLY_MAX_BYTES } from '#contract/limits';
import { cleanName, cleanText, cutToBytes, cutToLength } from './clean-and-cut-text.ts';
import type { Source, SourceChat, SourceMessage } from './common-source-chat.ts';
import { chatIdOf } from './imported-chat-id.ts';
import type { LeftOut } from './left-out-counts.ts';

export interface ChatToImport {
  readonly chatId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly isArchived: boolean;
  readonly isPinned: boolean;
  /** The first turn is the notice that says where the chat is from, or the welcome of a chat from our own export. */
  readonly turns: readonly ImportedTurn[];
  /** Number of messages, not counting the notice, welcome and thank-you messages. */
  readonly messages: number;
}

export interface ConvertOptions {
  /**
   * Time of the file's last change, in milliseconds since the epoch. Used as the time of creation of a chat that has no
   * time in the export.
   */
  readonly fileAt: number;
  /** Current time in milliseconds since the epoch. Replaces later times, except in messages of our own export. */
  readonly now: number;
  readonly words: { readonly notice: (source: Source) => string; readonly unnamed: string };
}

/** Largest user message in bytes: the room that the longest reply leaves in a turn's item. */
const ASKED_MAX_BYTES = IMPORT.turnMaxBytes - REPLY_MAX_BYTES;
/** Each turn has two messages at most. */
const TURNS_MAX = IMPORT.messagesOfChatMax / 2;

/**
 * Converts a chat to what the server takes. Returns undefined for a chat without messages. Counts in `left` the
 * messages that are cut or left out.
 */
export async function convertChat(
  chat: SourceChat,
  left: LeftOut,
  { fileAt, now, words }: ConvertOptions,
): Promise<ChatToImport | undefined> {
  const createdAt = Math.min(now, chat.createdAt ?? fileAt);
  const timeOf = (at: number | undefined, before: number) => Math.min(now, at ?? before);
  const said = chat.turns ?? pairUp(chat.messages, createdAt, timeOf);
  const turns = said.slice(0, TURNS_MAX).map((turn) => fitted(turn, left));
  left.add('afterLimit', countMessages(said.slice(TURNS_MAX)));
  const spoken = turns.filter(({ kind }) => kind === undefined);
  if (spoken.length === 0) {
    left.add('emptyChat');
    return undefined;
  }
  const at = new Date(createdAt).toISOString();
  const notice: ImportedTurn = { kind: 'welcome', text: words.notice(chat.source), replyAt: at };
  const [first] = turns;
  const whole = first?.kind === 'welcome' ? turns : [notice, ...turns];
  const { source, sourceId } = chat;
  const content = spoken.map(({ userText = '', text }) => `${userText}\n${text}`).join('\n');
  return {
    chatId: await chatIdOf({ source, sourceId, createdAt, content }),
    name: cleanName(chat.name) || nameFromMessage(spoken[0]?.userText ?? '') || words.unnamed,
    createdAt: at,
    isArchived: chat.isArchived,
    // Pinning would restore the chat from the archive.
    isPinned: chat.isPinned && !chat.isArchived,
    // The server refuses a welcome anywhere but at the beginning.
    turns: whole.filter(({ kind }, n) => n === 0 || kind !== 'welcome'),
    messages: countMessages(spoken),
  };
}

const countMessages = (turns: readonly ImportedTurn[]): number =>
  turns.reduce((sum, turn) => sum + messagesOf(turn), 0);

/**
 * Joins messages into turns. Successive messages of the same role become one message, for example the parts of a reply
 * before and after a tool call. A user's message without a reply gets an empty reply with the status `stopped`.
 */
function pairUp(
  messages: readonly SourceMessage[],
  createdAt: number,
  timeOf: (at: number | undefined, before: number) => number,
): ImportedTurn[] {
  const turns: { userText?: string; userAt?: string; texts: string[]; replyAt: string; model?: string }[] =
    [];
  let before = createdAt;
  for (const { role, text, at, model } of messages) {
    before = timeOf(at, before);
    const time = new Date(before).toISOString();
    const last = turns.at(-1);
    if (role === 'user' && last?.userText !== undefined && last.texts.length === 0)
      last.userText += `\n\n${text}`;
    else if (role === 'user') turns.push({ userText: text, userAt: time, texts: [], replyAt: time });
    else if (last && (last.userText !== undefined || turns.length === 1)) {
      last.texts.push(text);
      last.replyAt = time;
      if (model !== undefined) last.model = model;
    } else turns.push({ texts: [text], replyAt: time, ...(model !== undefined && { model }) });
  }
  return turns.map(({ texts, ...turn }) => ({
    ...turn,
    text: texts.join('\n\n'),
    ...(texts.length === 0 && { status: 'stopped' as const }),
  }));
}

/** Cleans a turn's texts and cuts them to the server's limits. */
function fitted(turn: ImportedTurn, left: LeftOut): ImportedTurn {
  const cut = (text: string, bytes: number) => {
    const clean = cleanText(text);
    const fits = cutToBytes(clean, bytes);
    if (fits !== clean) left.add('shortened');
    return fits;
  };
  const { userText, model, reason } = turn;
  return {
    ...turn,
    text: cut(turn.text, REPLY_MAX_BYTES),
    ...(userText !== undefined && { userText: cut(userText, ASKED_MAX_BYTES) }),
    ...(model !== undefined && { model: cutToLength(model, IMPORT.modelMaxLength) }),
    // `reason` says why the model was chosen. It may be too long, because a model's name in it may have any length.
    ...(reason !== undefined && { reason: cutToLength(reason, IMPORT.reasonMaxLength) }),
  };
}
