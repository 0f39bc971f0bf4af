/** Limits on what is read of a file. They bound the memory and the time of one inspection. */

/** Most pixels of a picture. Browsers and models hold four bytes for each. */
export const PIXELS_MAX = 50_000_000;
/** Longest text that is kept of a document, in bytes of UTF-8: about 570,000 tokens. The rest is left out. */
export const TEXT_MAX_BYTES = 2_000_000;
