import type { FileInfo, FileKind } from '#contract/entities';
import { FILE_ADDRESSES_MAX, getFileAddresses } from '#contract/files';
import { callApi } from './api-client.ts';
import { streamChunks } from './iterate-readable-stream.ts';

/**
 * Resolves with undefined when the file no longer exists. The download fails when no bytes come for IDLE_TIMEOUT_MS.
 */
export type OpenFile = (
  fileId: string,
  signal: AbortSignal,
) => Promise<AsyncIterable<Uint8Array<ArrayBuffer>> | undefined>;

interface WithFiles {
  readonly files?: readonly FileInfo[] | undefined;
}

export const fileIdsOf = (messages: readonly WithFiles[], only?: FileKind): string[] => [
  ...new Set(
    messages.flatMap(({ files = [] }) =>
      files
        .filter(({ isRemoved, kind }) => !isRemoved && (only === undefined || kind === only))
        .map(({ fileId }) => fileId),
    ),
  ),
];

/** An address that expires within this time is requested again. */
const SPARE_MS = 30_000;

/** Longest wait for the next bytes. The whole download may take longer, because connections may be slow. */
const IDLE_TIMEOUT_MS = 30_000;

/**
 * Returns a function that opens files. One request gets the addresses of the file to open and of the next files in
 * `fileIds`, because the caller opens the files in this order.
 */
export function fileOpener(fileIds: readonly string[]): OpenFile {
  const known = new Map<string, { readonly address: string; readonly until: number }>();
  return async (fileId, signal) => {
    const spareUntil = Date.now() + SPARE_MS;
    if ((known.get(fileId)?.until ?? 0) < spareUntil) {
      const from = fileIds.indexOf(fileId);
      const asked = fileIds.slice(from, from + FILE_ADDRESSES_MAX);
      const { addresses } = await callApi(getFileAddresses, { body: { fileIds: asked }, signal });
      known.clear();
      for (const { fileId: id, address, expiresAt } of addresses)
        known.set(id, { address, until: Date.parse(expiresAt) });
    }
    const found = known.get(fileId);
    if (!found) return undefined;
    return download(found.address, signal);
  };
}

async function download(address: string, signal: AbortSignal): ReturnType<OpenFile> {
  const idle = new AbortController();
  const inTime = async <T>(step: Promise<T>): Promise<T> => {
    const giveUp = () => idle.abort(new Error('The download made no progress'));
    const timer = setTimeout(giveUp, IDLE_TIMEOUT_MS);
    return step.finally(() => clearTimeout(timer));
  };
  const response = await inTime(fetch(address, { signal: AbortSignal.any([signal, idle.signal]) }));
  if (response.status === 404) return undefined;
  if (!response.ok || !response.body) throw new Error(`A file was not read: ${response.status}`);
  return eachInTime(streamChunks(response.body), inTime);
}

async function* eachInTime<T>(
  chunks: AsyncGenerator<T, void>,
  inTime: <Step>(step: Promise<Step>) => Promise<Step>,
): AsyncGenerator<T, void> {
  try {
    for (;;) {
      const { done, value } = await inTime(chunks.next());
      if (done) return;
      yield value;
    }
  } finally {
    await chunks.return();
  }
}
