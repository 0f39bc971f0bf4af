/** Reads the body of an error response of a model's endpoint. */

/**
 * Largest number of characters that are returned. Reading stops with the chunk that reaches this number, so that an
 * endpoint that sends a huge body cannot fill the memory.
 */
const ERROR_LENGTH = 10_000;

/** Returns the beginning of a response's body as text, and cancels the rest. */
export async function readErrorBody({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= ERROR_LENGTH) break; // leaving the loop cancels the body
  }
  return text.slice(0, ERROR_LENGTH);
}
