import { bytesOfTurn, type ImportedPart, type ImportedTurn, messagesOf } from '#contract/import';
import { IMPORT } from '#contract/limits';
import type { ChatToImport } from './formats/convert-chat.ts';

export function partsOf({ turns, messages: _, isPinned: __, ...chat }: ChatToImport): ImportedPart[] {
  const groups: ImportedTurn[][] = [];
  let bytes = 0;
  for (const turn of turns) {
    const group = groups.at(-1);
    bytes += bytesOfTurn(turn);
    if (group && bytes <= IMPORT.requestMaxBytes && group.length < IMPORT.turnsMax) group.push(turn);
    else {
      groups.push([turn]);
      bytes = bytesOfTurn(turn);
    }
  }
  let from = 0;
  return groups.map((group, n) => {
    const part = { ...chat, from, turns: group, isLast: n === groups.length - 1 };
    from += group.reduce((sum, turn) => sum + messagesOf(turn), 0);
    return part;
  });
}

export class Packer {
  #parts: ImportedPart[] = [];
  #bytes = 0;
  #turns = 0;

  /**
   * Adds a part to the request that is being packed. If the part does not fit, returns the parts of this request, and
   * begins the next request with the new part.
   */
  add(part: ImportedPart): ImportedPart[] | undefined {
    const bytes = part.turns.reduce((sum, turn) => sum + bytesOfTurn(turn), 0);
    const isFull =
      this.#parts.length === IMPORT.chatsMax ||
      this.#bytes + bytes > IMPORT.requestMaxBytes ||
      this.#turns + part.turns.length > IMPORT.turnsMax ||
      // The parts of a request are stored concurrently, but those of one chat have to be stored in order.
      this.#parts.some(({ chatId }) => chatId === part.chatId);
    const full = isFull ? this.take() : undefined;
    this.#parts.push(part);
    this.#bytes += bytes;
    this.#turns += part.turns.length;
    return full;
  }

  take(): ImportedPart[] | undefined {
    const parts = this.#parts;
    this.#parts = [];
    this.#bytes = 0;
    this.#turns = 0;
    return parts.length > 0 ? parts : undefined;
  }
}
