/**
 * Yields a stream's chunks, and cancels the stream when the caller stops early. Replaces `for await`, because some
 * versions of Safari do not support it for streams.
 */
export async function* streamChunks(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
