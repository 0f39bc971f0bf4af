import { bytesOfTurn, countedMessagesOf } from '#contract/import';
import type { ChatToImport } from './formats/convert-chat.ts';

/** Estimated bytes of a turn's item beside its texts: keys, times, model. */
const ITEM_BYTES = 250;
/**
 * Write units (1 KB each) of a chat: two when its import begins, for the chat's item and a row with its id, and one for
 * the item when the import ends (`lambdas/store/chats/imported-chats.ts`).
 */
const CHAT_UNITS = 3;

/**
 * Write units of the search index for each write unit of the chats' and turns' items. Measured: 1,000 short chats took
 * 6,487 to 7,021 units, 5,000 of them for the items. `test/integration/import.test.ts` checks the estimate within 20%.
 */
export const INDEX_SHARE = 0.4;

export interface ChatSize {
  readonly chatId: string;
  readonly messages: number;
  /** Number that the chat adds to the day's count of imported messages (`countedMessagesOf`). */
  readonly counted: number;
  /** Estimated write units, without those of the search index. */
  readonly units: number;
}

export function sizeOf({ chatId, messages, turns }: ChatToImport): ChatSize {
  const units = turns.map((turn) => Math.ceil((bytesOfTurn(turn) + ITEM_BYTES) / 1024));
  return {
    chatId,
    messages,
    counted: turns.reduce((sum, turn) => sum + countedMessagesOf(turn), 0),
    units: units.reduce((sum, n) => sum + n, CHAT_UNITS),
  };
}
