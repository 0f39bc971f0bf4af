import type { Source } from './common-source-chat.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Latest time that fits into the first 48 bits of an id, in milliseconds since the epoch. */
const TIME_MAX = 2 ** 48 - 1;

interface Origin {
  readonly source: Source;
  readonly sourceId: string | undefined;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Texts of the chat, which identify it if it has no `sourceId`. */
  readonly content: string;
}

/**
 * Returns the id of an imported chat. The id is the same in each import, so that a repeated import stores nothing
 * twice. There are two exceptions. A chat without `sourceId` gets another id if its texts have changed. A chat can also
 * get another id if the export has no time of creation for it, or a time in the future. `createdAt` is then the time of
 * the file's last change or of the import, and both can differ between two imports.
 *
 * A chat of our own export keeps its UUID. Any other chat gets a UUID of version 8 (RFC 9562): 48 bits are the time of
 * creation, by which the list of chats is sorted, and 74 bits are a hash of the source and the chat's id or texts.
 */
export async function chatIdOf({ source, sourceId, createdAt, content }: Origin): Promise<string> {
  if (source === 'own' && sourceId !== undefined && UUID.test(sourceId)) return sourceId;
  const origin = `${source}\n${sourceId ?? content}`;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(origin)));
  const time = Math.min(Math.max(0, createdAt), TIME_MAX).toString(16).padStart(12, '0');
  const hex = Array.from(hash.subarray(0, 10), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((Number.parseInt(hex.slice(3, 4), 16) & 3) | 8).toString(16);
  return [
    ...[
      time.slice(0, 8),
      time.slice(8),
      `8${hex.slice(0, 3)}`,
      `${variant}${hex.slice(4, 7)}`,
      hex.slice(7, 19),
    ],
  ].join('-');
}
