/**
 * Chooses the turns that a model gets as the context of a message. The context starts at the same turn for many
 * messages, so that providers can cache its beginning. When the context is full, its start moves forward in one large
 * step. Each turn stores where its context started (`contextFrom`).
 */
import type { Role } from '#contract/entities';
import { estimateTokens, tokensOfFiles } from '../../models/estimate-tokens.ts';
import type { TurnFile } from '../../store/files/files.ts';
import type { TurnItem } from '../../store/turns/turns.ts';

/** Most turns of a context, which bounds the cost of reading them. */
export const MOST_TURNS = 40;
/** Share of the context that is kept when it is full. */
const KEPT_SHARE = 0.6;
/**
 * Most tokens of the files in a context, beside those of its texts. With 12,000 tokens of text and a reply they fit in
 * every model of the catalogue. The files of the new message are sent even when they have more.
 */
export const FILE_TOKENS = 80_000;

/** Message of a context. It names its files, which the worker loads (`load-files.ts`). */
export interface ContextMessage {
  readonly role: Role;
  readonly text: string;
  readonly files?: readonly TurnFile[] | undefined;
}

export interface ModelContext {
  /** Oldest first; the new message is the last. */
  readonly messages: readonly ContextMessage[];
  /** Index of the oldest turn; undefined if the message has no earlier turns. */
  readonly contextFrom: number | undefined;
  /** True when turns with files were read that are not in the context. */
  readonly isWithoutFiles?: true;
}

/** Message to answer. */
export interface Asked {
  readonly text: string;
  readonly files?: readonly TurnFile[] | undefined;
}

/**
 * Builds the context of a message from the turns before it. Starts where the context of the turn before started, while
 * all turns since then fit into `budget` tokens, and their files into `fileBudget`. Leaves out turns without reply
 * text, so that the roles alternate.
 * @param newestFirst turns before the message
 * @param fileBudget tokens of files that the plan allows, at most `FILE_TOKENS`
 */
export function contextOf(
  newestFirst: readonly TurnItem[],
  asked: Asked,
  budget: number,
  fileBudget = FILE_TOKENS,
): ModelContext {
  const room = budget - estimateTokens(asked.text);
  const files = Math.min(fileBudget, FILE_TOKENS) - tokensOfFiles(asked.files);
  const start = startOf(newestFirst);
  const isRead = start === undefined || (newestFirst.at(-1)?.index ?? 0) <= start;
  const since = newestFirst.filter((turn) => isAnswered(turn) && turn.index >= (start ?? 0));
  const all = newestWithin(since, { tokens: room, turns: MOST_TURNS, files });
  const isFull = !isRead || all.length < since.length;
  const kept = isFull
    ? newestWithin(since, {
        ...{ tokens: room * KEPT_SHARE, turns: MOST_TURNS * KEPT_SHARE, files: files * KEPT_SHARE },
      })
    : all;
  const messages = kept
    .toReversed()
    .flatMap((turn): ContextMessage[] => [questionOf(turn), { role: 'assistant', text: turn.text }]);
  const oldest = kept.at(-1)?.index;
  const isWithoutFiles = newestFirst.some(
    (turn) => filesOf(turn).length > 0 && (oldest === undefined || turn.index < oldest),
  );
  return {
    messages: [...messages, { role: 'user', ...asked }],
    contextFrom: oldest,
    ...(isWithoutFiles && { isWithoutFiles }),
  };
}

/** Returns a turn's files without those that were removed. */
const filesOf = ({ files = [], removedFiles }: TurnItem): readonly TurnFile[] =>
  removedFiles ? files.filter(({ fileId }) => !removedFiles.has(fileId)) : files;

/** Text in the place of a message that was files alone, all of which were removed. */
const WITHOUT_FILES = '(The files of this message were removed.)';

function questionOf(turn: TurnItem): ContextMessage {
  const files = filesOf(turn);
  const { userText = '' } = turn;
  return files.length > 0
    ? { role: 'user', text: userText, files }
    : { role: 'user', text: userText || WITHOUT_FILES };
}

/**
 * Returns the index at which the context of the newest turn started. Undefined in a chat's first turns, and if the
 * turns were stored before `contextFrom` existed.
 */
export const startOf = (newestFirst: readonly TurnItem[]): number | undefined =>
  newestFirst.find(({ contextFrom }) => contextFrom !== undefined)?.contextFrom;

/** Estimates the tokens of turns. */
export const tokensOf = (turns: readonly TurnItem[]): number =>
  turns.reduce((sum, { userText = '', text }) => sum + estimateTokens(userText) + estimateTokens(text), 0);

const isAnswered = ({ userText, text }: TurnItem): boolean => userText !== undefined && text !== '';

/** Returns the newest turns within all limits. Skips no turn to fit an older one. */
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
