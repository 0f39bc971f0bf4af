/**
 * Measures WebSocket frames in the byte stream. API Gateway limits the length of each frame, but the socket library
 * reports only whole messages, which may have several frames.
 */

/**
 * Bytes of the shortest frame header. A longer header adds 2 or 8 bytes of length, 4 bytes of mask, or both (RFC 6455,
 * section 5.2).
 */
const SHORT_HEADER = 2;

/**
 * Returns a function that takes the chunks of one connection's byte stream in order. It calls `onFrame` with each
 * frame's payload length, in bytes, as soon as the frame's header has arrived.
 */
export function createFrameMeter(onFrame: (length: number) => void): (chunk: Buffer) => void {
  let header = Buffer.alloc(0);
  let payloadLeft = 0;
  return (chunk) => {
    let rest = chunk;
    while (rest.length > 0) {
      if (payloadLeft > 0) {
        const skipped = Math.min(payloadLeft, rest.length);
        payloadLeft -= skipped;
        rest = rest.subarray(skipped);
        continue;
      }
      const before = header.length;
      header = Buffer.concat([header, rest]);
      const parsed = parseHeader(header);
      if (parsed === undefined) return;
      onFrame(parsed.payloadLength);
      rest = rest.subarray(parsed.headerLength - before);
      payloadLeft = parsed.payloadLength;
      header = Buffer.alloc(0);
    }
  };
}

function parseHeader(bytes: Buffer): { headerLength: number; payloadLength: number } | undefined {
  if (bytes.length < SHORT_HEADER) return undefined;
  const second = bytes.readUInt8(1);
  const short = second & 0x7f;
  const extended = short === 126 ? 2 : short === 127 ? 8 : 0;
  const headerLength = SHORT_HEADER + extended + (second & 0x80 ? 4 : 0);
  if (bytes.length < headerLength) return undefined;
  if (extended === 2) return { headerLength, payloadLength: bytes.readUInt16BE(2) };
  if (extended === 8) return { headerLength, payloadLength: Number(bytes.readBigUInt64BE(2)) };
  return { headerLength, payloadLength: short };
}
