/** Returns `length` bytes that begin with a PNG's header. Width and height are in pixels. */
export function png(width = 75, height = 100, length = 64): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  bytes.write('IHDR', 12, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

export function pdf(pages = 1, length = 0): Buffer {
  const text = `%PDF-1.7\n<< /Type /Pages >>\n${'<< /Type /Page >>\n'.repeat(pages)}`;
  return Buffer.concat([Buffer.from(text), Buffer.alloc(Math.max(0, length - text.length))]);
}
