/**
 * Chooses the turns that a model gets as the context of a message. The context starts at the same turn for many
 * messages, so that providers can cache its beginning. When the context is full, its start moves forward in one large
 * step. The first turns of the chat (`first-turns-of-context.ts`) then stay in front of the start. Each turn stores
 * where its context started (`contextFrom`).
 */
import type { Role } from '#contract/entities';
import { estimateTokens, tokensOfFiles } from '../../models/estimate-tokens.ts';
import { mostTokensOfProject } from '../../models/file-forms.ts';
import type { TurnFile } from '../../store/files/files.ts';
import type { TurnItem } from '../../store/turns/turns.ts';

/**
 * Largest number of turns in a context, not counting the chat's first turns in front of its start. Bounds the cost of
 * reading the turns.
 */
export const MOST_TURNS = 40;
/**
 * Share of each limit (tokens, turns, tokens of files) that the context may use right after its start has moved. The
 * share of the tokens includes the text of the new message.
 */
const KEPT_SHARE = 0.6;
/**
 * Least share of the room that earlier turns may use when the start moves, even if the new message is long. The room is
 * the budget minus the new message. If the chat's first turns take more than this share, all first turns are left out.
 */
const LEAST_KEPT_SHARE = 0.4;
/**
 * Largest number of tokens of the files in a context. `contextOf` limits the texts by `budget`. Every model of the
 * default catalogue has room for files of this size, the texts (12,000 tokens, the default of `historyTokens`) and a
 * reply. The files of the new message are sent even when they have more tokens.
 */
export const FILE_TOKENS = 80_000;

/** Message of a context. It names its files, which the worker loads (`load-files.ts`). */
export interface ContextMessage {
  readonly role: Role;
  readonly text: string;
  readonly files?: readonly TurnFile[] | undefined;
  /** Files of the chat's project. Only the first message has them. */
  readonly projectFiles?: readonly TurnFile[] | undefined;
  /**
   * True for the last message of the chat's first turns. The chat's next contexts begin with the same messages, up to
   * this one, so a provider can cache them.
   */
  readonly endsHead?: true;
}

export interface ModelContext {
  /** Oldest first; the new message is the last. */
  readonly messages: readonly ContextMessage[];
  /**
   * Index of the turn at which the context starts: the oldest turn in the context, not counting the first turns that
   * stay in front of the start. Undefined if the context has no such turn.
   */
  readonly contextFrom: number | undefined;
  /**
   * True when a turn with files was read, but lies before the start. The reply's `reason` then says that earlier files
   * are left out.
   */
  readonly isWithoutFiles?: true;
}

/** Message to answer. */
export interface Asked {
  readonly text: string;
  readonly files?: readonly TurnFile[] | undefined;
}

export interface ContextOptions {
  /** First turns of the chat, oldest first (`first-turns-of-context.ts`). @default none */
  readonly head?: readonly TurnItem[];
  /** Tokens of files that the plan allows. More than `FILE_TOKENS` has no effect. @default `FILE_TOKENS` */
  readonly fileBudget?: number | undefined;
  /** Files of the chat's project. Their tokens are taken from the budget of files. @default none */
  readonly projectFiles?: readonly TurnFile[] | undefined;
}

/**
 * Builds the context of a message from the turns before it. The context has the same start as the previous turn's
 * context, as long as all turns from that start fit into `budget` tokens and `MOST_TURNS`, and their files into
 * `fileBudget`. Leaves out turns without reply text, so that the roles alternate.
 * @param newestFirst turns before the message
 * @param budget largest number of estimated tokens, the message included (`history-budget.ts`)
 */
export function contextOf(
  newestFirst: readonly TurnItem[],
  asked: Asked,
  budget: number,
  { head = [], fileBudget = FILE_TOKENS, projectFiles = [] }: ContextOptions = {},
): ModelContext {
  const ofMessage = estimateTokens(asked.text);
  const room = budget - ofMessage;
  const ofProject = mostTokensOfProject(projectFiles, fileBudget);
  const files = Math.min(fileBudget, FILE_TOKENS) - ofProject - tokensOfFiles(asked.files);
  const start = startOf(newestFirst);
  const isRead = start === undefined || (newestFirst.at(-1)?.index ?? 0) <= start;
  const since = newestFirst.filter((turn) => isAnswered(turn) && turn.index >= (start ?? 0));
  const first = tokensOf(head) > room * LEAST_KEPT_SHARE ? [] : head;
  const before = start === undefined ? [] : first.filter(({ index }) => index < start);
  const all = newestWithin(since, { tokens: room - tokensOf(before), turns: MOST_TURNS, files });
  const isFull = !isRead || all.length < since.length;
  const left = Math.max(budget * KEPT_SHARE - ofMessage, room * LEAST_KEPT_SHARE);
  const afterHead = since.filter(({ index }) => index > (first.at(-1)?.index ?? -1));
  const newest = newestWithin(afterHead, {
    ...{ tokens: left - tokensOf(first), turns: MOST_TURNS * KEPT_SHARE, files: files * KEPT_SHARE },
  });
  const last = newest.length > 0 ? newest : lastWithin(afterHead, room - tokensOf(first), files);
  const kept = isFull ? last : all;
  const front = isFull ? first : before;
  const oldest = kept.at(-1)?.index;
  const turns = [...front, ...kept.toReversed()];
  const headEnd = turns.find(({ index }) => index === head.at(-1)?.index);
  const messages = turns.flatMap((turn, n) =>
    messagesOf(turn, { endsHead: turn === headEnd, isAfterGap: front.length > 0 && n === front.length }),
  );
  const isAfterGap = isFull && front.length > 0 && kept.length === 0 && afterHead.length > 0;
  const message = isAfterGap ? { ...asked, text: `${GAP}\n\n${asked.text}` } : asked;
  const isWithoutFiles = newestFirst.some(
    (turn) => filesOf(turn).length > 0 && (oldest === undefined || turn.index < oldest),
  );
  return {
    messages: withProject([...messages, { role: 'user', ...message }], projectFiles),
    contextFrom: oldest,
    ...(isWithoutFiles && { isWithoutFiles }),
  };
}

/**
 * Puts the files of the project into the first message. A separate message with these files would be followed by
 * another message of the user, but the roles must alternate.
 */
const withProject = (
  messages: readonly ContextMessage[],
  projectFiles: readonly TurnFile[],
): readonly ContextMessage[] =>
  projectFiles.length === 0
    ? messages
    : messages.map((message, n) => (n === 0 ? { ...message, projectFiles } : message));

/** Returns a turn's files without those that were removed. */
const filesOf = ({ files = [], removedFiles }: TurnItem): readonly TurnFile[] =>
  removedFiles ? files.filter(({ fileId }) => !removedFiles.has(fileId)) : files;

/** Text in front of the first message after a gap. A gap is where the context leaves out messages of the chat. */
const GAP = '(Earlier messages are left out here.)';

function messagesOf(
  turn: TurnItem,
  { endsHead, isAfterGap }: { readonly endsHead: boolean; readonly isAfterGap: boolean },
): ContextMessage[] {
  const question = questionOf(turn);
  return [
    isAfterGap ? { ...question, text: `${GAP}\n\n${question.text}` } : question,
    { role: 'assistant', text: turn.text, ...(endsHead && { endsHead }) },
  ];
}

/** Text in place of a message without text whose files were all removed. */
const WITHOUT_FILES = '(The files of this message were removed.)';

function questionOf(turn: TurnItem): ContextMessage {
  const files = filesOf(turn);
  const { userText = '' } = turn;
  return files.length > 0
    ? { role: 'user', text: userText, files }
    : { role: 'user', text: userText || WITHOUT_FILES };
}

/**
 * Returns the index at which the context of the newest turn with a `contextFrom` started. Undefined if no turn has one.
 * A turn lacks it if its context had no earlier turn, as for a chat's first turn, or if the turn was stored before
 * `contextFrom` existed.
 */
export const startOf = (newestFirst: readonly TurnItem[]): number | undefined =>
  newestFirst.find(({ contextFrom }) => contextFrom !== undefined)?.contextFrom;

/** Estimates the tokens of the texts of turns, without their files. */
export const tokensOf = (turns: readonly TurnItem[]): number =>
  turns.reduce((sum, { userText = '', text }) => sum + estimateTokens(userText) + estimateTokens(text), 0);

/** True for a turn that can be part of a context: it has a message of the user and a reply text. */
export const isAnswered = ({ userText, text }: TurnItem): boolean => userText !== undefined && text !== '';

/** Returns the newest turns within all limits. Ends at the first turn that does not fit, even if an older turn fits. */
function newestWithin(
  newestFirst: readonly TurnItem[],
  limits: { readonly tokens: number; readonly turns: number; readonly files: number },
): readonly TurnItem[] {
  let { tokens, files } = limits;
  const end = newestFirst.findIndex((turn, n) => {
    tokens -= tokensOf([turn]);
    const ofFiles = tokensOfFiles(filesOf(turn));
    files -= ofFiles;
    return tokens < 0 || n >= limits.turns || (ofFiles > 0 && files < 0);
  });
  return end < 0 ? newestFirst : newestFirst.slice(0, end);
}

/** Text in front of a reply of which only the end fits. */
const CUT = '(The beginning of this reply is left out here.)';
/** Least tokens for which the end of a reply is worth sending. */
const LEAST_END = 500;

/**
 * Returns the newest turn, because the next message often refers to it ("continue"). Of a turn that is longer than
 * `tokens`, returns the beginning of the user's message and the end of the reply. Returns no turn if its files do not
 * fit, or if `tokens` is less than `LEAST_END`.
 */
function lastWithin([turn]: readonly TurnItem[], tokens: number, files: number): readonly TurnItem[] {
  if (!turn || tokens < LEAST_END || tokensOfFiles(filesOf(turn)) > Math.max(0, files)) return [];
  if (tokensOf([turn]) <= tokens) return [turn];
  const { userText = '', text } = turn;
  const asked = userText.slice(0, unitsIn(userText, tokens / 4)).toWellFormed();
  const rest = tokens - estimateTokens(asked) - estimateTokens(CUT);
  const end = text.slice(text.length - unitsIn(text, rest)).toWellFormed();
  return [{ ...turn, userText: asked, text: end === text ? text : `${CUT}\n\n${end}` }];
}

/** Estimates how many UTF-16 units of a text have `tokens` tokens. Returns all units of a text with fewer tokens. */
function unitsIn(text: string, tokens: number): number {
  const all = estimateTokens(text);
  return all <= tokens ? text.length : Math.max(0, Math.floor((text.length * (tokens - 1)) / all));
}
