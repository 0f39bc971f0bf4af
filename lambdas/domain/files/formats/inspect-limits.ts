/** Limits on what is read of a file (decision 0111). They bound the memory and the time of one inspection. */

/** Largest number of pixels of a picture. Browsers and models hold four bytes for each. */
export const PIXELS_MAX = 50_000_000;
/** Longest text that is kept of a document, in bytes of UTF-8: about 570,000 tokens. The rest is left out. */
export const TEXT_MAX_BYTES = 2_000_000;
/** Largest number of pages that are read of a PDF. */
export const PAGES_MAX = 1_000;

/** Largest number of bytes that are unpacked of a Word or Excel file, over all its parts. */
export const ZIP_INFLATED_MAX_BYTES = 200_000_000;
/** Largest number of parts of a Word or Excel file. */
export const ZIP_ENTRIES_MAX = 10_000;
/** Deepest nesting of XML elements. Word writes some 60 for a table in a table in a text box. */
export const XML_DEPTH_MAX = 256;

/** Bounds on the thread that reads a document, within a function of 1 GB and 30 seconds. */
export const THREAD_LIMITS = {
  /** Milliseconds after which the rest of a document is left out. */
  readMs: 15_000,
  /** Milliseconds after which a reader that hangs is ended, and the file refused. */
  hangMs: 20_000,
  /** Largest heap of the thread. It does not include buffers. */
  heapMb: 400,
  /** Largest growth of the whole process while the thread runs, in megabytes, buffers included. */
  growthMb: 500,
} as const;

export type ThreadLimits = { readonly [K in keyof typeof THREAD_LIMITS]: number };
