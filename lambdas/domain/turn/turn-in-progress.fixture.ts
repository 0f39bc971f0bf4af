/** A turn in progress and its lock, whose leases end some seconds from NOW. */
import type { PendingTurn } from '../../store/chats/chats.ts';
import type { TurnItem } from '../../store/turns/turns.ts';

export const NOW = Date.parse('2026-11-22T12:00:00Z');
export const SECOND_MS = 1_000;
export const CHAT = { owner: 'ada', chatId: 'chat' };

export const pending = (leaseS: number, over: Partial<PendingTurn> = {}): PendingTurn => ({
  ...{ requestId: 'mine', call: 'first', startedAt: NOW - 60 * SECOND_MS, lockedUntil: NOW + 60 * SECOND_MS },
  leaseUntil: NOW + leaseS * SECOND_MS,
  ...over,
});
export const turn = (leaseS: number, over: Partial<TurnItem> = {}): TurnItem => ({
  ...{ index: 3, version: 2, requestId: 'mine', text: 'Bec', replyAt: '', status: 'streaming' },
  leaseUntil: NOW + leaseS * SECOND_MS,
  ...over,
});
export const held = (lock: PendingTurn) => ({ messageIndex: 3, version: 2, pending: lock });
