import type { FileAllowance } from '#contract/deployment-config';
import { wordedError } from '#contract/server-worded-errors';
import {
  copyObject,
  deleteObjects,
  fileKey,
  headObject,
  type ObjectHead,
  putText,
  readObject,
  textKey,
  uploadKey,
} from '../../runtime/file-objects.ts';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { type FileItem, isUsable, markReady, readFileItems } from '../../store/files/files.ts';
import { FILES_MAX, putFile, readStorage, wasRemoved } from '../../store/files/put-file-and-free-storage.ts';
import { cleanFileName } from './clean-file-name.ts';
import { type InspectedFile, inspectFile } from './inspect-file.ts';

export interface Upload {
  readonly owner: string;
  /** Id of the user in the identity pool. The key of the browser's upload contains this id. */
  readonly identityId: string;
  readonly fileId: string;
  readonly name: string;
}

/**
 * Registers an upload (decision 0108): decides its type by its content, counts it towards the user's storage, and keeps
 * a copy that the browser cannot change. Idempotent, so that the client can repeat a call that died.
 * @throws AppError `upload_not_found`, `file_too_large`, `storage_full`, `too_many_requests`, a refusal of the content
 * (`inspect-file.ts`), or `file_not_found` for the id of a file that was removed
 */
export async function registerFile(upload: Upload, allowance: FileAllowance, now: number): Promise<FileItem> {
  const { owner, fileId } = upload;
  const key = uploadKey(upload.identityId, fileId);
  const [earlier] = await readFileItems(owner, [fileId]);
  if (earlier && isUsable(earlier, now)) {
    // The call that registered the file may have died before it removed the upload.
    await deleteObjects([key]);
    return earlier;
  }
  const head = await headObject(key);
  if (!head) throw wordedError('upload_not_found');
  if (head.bytes > allowance.maxBytes) {
    await deleteObjects([key]);
    throw wordedError('file_too_large');
  }
  const bytes = await readObject(key, head.etag);
  if (!bytes) throw wordedError('upload_not_found');
  const inspected = await inspectFile(bytes, upload.name);
  const file = await counted(upload, { head, inspected, allowance, now });
  return await keep(upload, { key, head, file, inspected, now });
}

interface Reading {
  readonly head: ObjectHead;
  readonly inspected: InspectedFile;
  readonly allowance: FileAllowance;
  readonly now: number;
}

/** Stores the file's item and counts the file towards the user's storage. A repeated call does not count it again. */
async function counted(upload: Upload, { head, inspected, allowance, now }: Reading): Promise<FileItem> {
  const { owner, fileId } = upload;
  const file: FileItem = {
    ...{ fileId, name: cleanFileName(upload.name), bytes: head.bytes },
    ...factsOf(inspected),
    etag: head.etag,
    createdAt: new Date(now).toISOString(),
  };
  return await retryUntilWritten(async () => {
    if (await putFile(owner, file, { storageBytes: allowance.storageBytes, now })) return file;
    const [[there], { usedBytes, files }, isRemoved] = await Promise.all([
      readFileItems(owner, [fileId]),
      readStorage(owner),
      wasRemoved(owner, fileId),
    ]);
    // Another call stored this item for different content. The browser replaced the upload between the two calls.
    if (there && there.etag !== head.etag) throw wordedError('upload_not_found');
    if (there) return there;
    if (isRemoved) throw wordedError('file_not_found');
    if (usedBytes + file.bytes > allowance.storageBytes || files >= FILES_MAX)
      throw wordedError('storage_full');
    return undefined;
  });
}

/** Returns the text for models. A scan has no text: only models that take PDFs can read it. */
const textOf = (inspected: InspectedFile): string | undefined =>
  inspected.kind === 'document' && !inspected.isScan ? inspected.text : undefined;

/** Returns the fields of the file's item. The text is not among them: it is an object in S3. */
function factsOf(inspected: InspectedFile) {
  const { kind, mediaType, tokens } = inspected;
  if (inspected.kind === 'image') {
    const { width, height } = inspected;
    return { kind, mediaType, tokens, width, height };
  }
  const { pages } = inspected;
  const text = textOf(inspected);
  return {
    ...{ kind, mediaType, tokens },
    ...(text !== undefined && { textBytes: Buffer.byteLength(text) }),
    ...(pages !== undefined && { pages }),
  };
}

interface Kept {
  readonly key: string;
  readonly head: ObjectHead;
  readonly file: FileItem;
  readonly inspected: InspectedFile;
  readonly now: number;
}

async function keep({ owner, fileId }: Upload, { key, head, file, inspected, now }: Kept): Promise<FileItem> {
  const to = { key: fileKey(owner, fileId), mediaType: file.mediaType };
  const text = textOf(inspected);
  const [isCopied] = await Promise.all([
    copyObject({ key, etag: head.etag }, to),
    text === undefined ? undefined : putText(textKey(owner, fileId), text),
  ]);
  if (!isCopied) {
    // Another call for the same upload may have finished the registration and removed the upload.
    const [there] = await readFileItems(owner, [fileId]);
    if (there && isUsable(there, now)) return there;
    throw wordedError('upload_not_found');
  }
  if (!(await markReady(owner, fileId, now))) {
    // The item was removed meanwhile. Its removal may have deleted the objects before this call wrote them.
    await deleteObjects([to.key, textKey(owner, fileId)]);
    throw wordedError('file_not_found');
  }
  await deleteObjects([key]);
  return file;
}
