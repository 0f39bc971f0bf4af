/** Estimates a text's tokens at three and a half bytes of UTF-8 each, which holds for English and for CJK. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3.5);
