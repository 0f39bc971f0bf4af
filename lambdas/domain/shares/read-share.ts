import { AppError } from '#contract/error-codes';
import type { SharedMessage, SharedPart } from '#contract/sharing';
import { namesOf } from '../../models/model-names-for-clients.ts';
import { models, sharing } from '../../runtime/deployment-config.ts';
import { getChat } from '../../store/chats/chats.ts';
import { getShare, type ShareItem } from '../../store/shares/shares.ts';
import { readPart, type StoredMessage } from '../../store/shares/snapshot-parts.ts';

export type Reader = 'member' | 'visitor';

/** Largest number of attempts to read a share and a part of the same version, since updates may come in between. */
const TRIES = 5;

/**
 * Returns a share that the reader may read. The share of a deleted chat counts as missing, even while its rows exist.
 * @throws AppError `share_not_found` for a share that is missing or that the reader may not read
 */
export async function findShare(shareId: string, reader: Reader): Promise<ShareItem> {
  const share = isOpenTo(reader) ? await getShare(shareId) : undefined;
  if (!share || (reader === 'visitor' && share.readers !== 'anyone')) throw new AppError('share_not_found');
  if (!(await getChat(share.owner, share.chatId))) throw new AppError('share_not_found');
  return share;
}

const isOpenTo = (reader: Reader): boolean =>
  sharing() === 'anyone' || (sharing() === 'members' && reader === 'member');

/** Returns a part of a share as its readers see it. @throws AppError `share_not_found` */
export async function readSharedPart(shareId: string, part: number, reader: Reader): Promise<SharedPart> {
  const { share, messages } = await readSnapshotPart(shareId, part, reader);
  return {
    ...{ name: share.name, updatedAt: share.updatedAt, version: share.version },
    messages: messages.map(withModelNames),
    ...(part + 1 < share.parts && { nextPart: part + 1 }),
  };
}

/**
 * Reads a share and one of its parts, both of the same version.
 * @throws AppError `share_not_found`, also when the share was updated during each attempt
 */
export async function readSnapshotPart(
  shareId: string,
  part: number,
  reader: Reader,
): Promise<{ share: ShareItem; messages: StoredMessage[] }> {
  for (let tried = 1; tried <= TRIES; tried += 1) {
    const share = await findShare(shareId, reader);
    if (part >= share.parts) break;
    const read = await readPart(shareId, part);
    if (read?.version === share.version) return { share, messages: read.messages };
  }
  throw new AppError('share_not_found');
}

function withModelNames({ model: id, ...message }: StoredMessage): SharedMessage {
  const spec = models().find((one) => one.id === id);
  if (!spec) return message;
  const { displayName, trueModel } = namesOf(spec);
  return { ...message, model: displayName, ...(trueModel !== undefined && { trueModel }) };
}
