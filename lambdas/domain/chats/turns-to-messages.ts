import type { Message } from '#contract/entities';
import type { TurnItem } from '../../store/turns/turns.ts';
import { toFileInfo } from '../files/convert-file-items.ts';

/**
 * Returns the id of the request that created the turn. Some turns have no request id: a welcome, a thank-you, an
 * imported turn without an id, or a turn from before request ids were stored. Their id is made from the turn's index,
 * which never changes.
 */
export const turnId = ({ requestId, index }: Pick<TurnItem, 'requestId' | 'index'>): string =>
  requestId ?? `at:${index}`;

export function toMessages(newestFirst: readonly TurnItem[]): Message[] {
  return newestFirst.toReversed().flatMap((turn) => {
    const reply = toReply(turn);
    if (turn.userText === undefined) return [reply];
    const user: Message = {
      requestId: turnId(turn),
      role: 'user',
      content: turn.userText,
      createdAt: turn.userAt ?? turn.replyAt,
      messageIndex: turn.index,
      status: 'complete',
      ...(turn.versionOf !== undefined && { versionOf: turn.versionOf }),
      ...(turn.continues !== undefined && { continues: turn.continues }),
      ...(turn.files && { files: turn.files.map((file) => toFileInfo(file, turn.removedFiles)) }),
    };
    return [user, reply];
  });
}

export const replyIndex = (turn: Pick<TurnItem, 'index' | 'userText'>): number =>
  turn.userText === undefined ? turn.index : turn.index + 1;

function toReply(turn: TurnItem): Message {
  return {
    requestId: turnId(turn),
    role: 'assistant',
    content: turn.text,
    createdAt: turn.replyAt,
    messageIndex: replyIndex(turn),
    status: turn.status,
    ...(turn.liked !== undefined && { liked: turn.liked }),
    ...(turn.disliked && { disliked: true }),
    ...(turn.model !== undefined && { model: turn.model }),
    ...(turn.reason !== undefined && { reason: turn.reason }),
    ...(turn.status === 'streaming' && turn.attempt !== undefined && { attempt: turn.attempt }),
    ...(turn.thoughtMs !== undefined && { thoughtMs: turn.thoughtMs }),
    ...(turn.kind === 'welcome' && { isWelcome: true }),
    ...(turn.kind === 'extra' && { isExtra: true }),
  };
}
