import type { TurnItem } from '../../../store/turns/turns.ts';
import { docKey } from '../index-layout.ts';
import { DocumentIndexer, type DocumentPorts, documentsOf } from './document-indexer.ts';

export interface TurnPorts extends DocumentPorts {
  /** Returns the key (`docKey`) of the turn for which a document is completely indexed, if there is one. */
  readonly readIndexedTurn: (owner: string, fileId: string) => Promise<string | undefined>;
}

export interface SentTurn {
  readonly owner: string;
  readonly chatId: string;
  readonly turn: TurnItem;
}

/**
 * Indexes the documents of a turn. Skips a document that is already indexed for the same `chatId` and `turn.index`: if
 * a reply is regenerated, the new turn has the documents and the index of the turn that it replaces.
 * @returns how many documents were indexed
 */
export async function indexDocuments({ owner, chatId, turn }: SentTurn, ports: TurnPorts): Promise<number> {
  const ref = { chatId, index: turn.index };
  const indexer = new DocumentIndexer(owner, ports, Date.parse(turn.replyAt));
  for (const file of documentsOf(turn)) {
    if ((await ports.readIndexedTurn(owner, file.fileId)) !== docKey(ref)) await indexer.add({ ref, file });
  }
  await indexer.flush();
  return indexer.count;
}
