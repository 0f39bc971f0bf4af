/** Largest number of characters that are read, so that a huge body cannot fill the memory. */
const ERROR_LENGTH = 10_000;

export async function readErrorBody({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= ERROR_LENGTH) break; // leaving the loop cancels the body
  }
  return text.slice(0, ERROR_LENGTH);
}
