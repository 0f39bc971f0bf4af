import { randomBytes } from 'node:crypto';

/** Returns the creation time of a version-7 UUID in milliseconds; undefined for another version. */
export const timeOf = (uuid: string): number | undefined =>
  uuid[14] === '7' ? Number.parseInt(uuid.slice(0, 13).replace('-', ''), 16) : undefined;

/** Creates a version-7 UUID (RFC 9562). As texts, such ids sort by their creation time. */
export function uuidv7(now: number): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
