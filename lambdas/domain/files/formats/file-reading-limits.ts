/** Limits on the memory and the time of reading one file (decision 0111). */

/** Largest picture, in pixels. To show a picture, a browser needs four bytes of memory for each pixel: here 200 MB. */
export const PIXELS_MAX = 50_000_000;
/** Longest text that is kept of a document, in UTF-8: about 570,000 tokens (`estimateTokens`). */
export const TEXT_MAX_BYTES = 2_000_000;
/** Pages that are read of a PDF. */
export const PAGES_MAX = 1_000;

/** Bytes that are unpacked of a Word or Excel file, over all its parts. */
export const ZIP_INFLATED_MAX_BYTES = 200_000_000;
export const ZIP_ENTRIES_MAX = 10_000;
/** A table in a table in a text box of Word nests about 60 elements. */
export const XML_DEPTH_MAX = 256;

/** Bounds on the thread that reads a document, in a function with 1 GB of memory and a timeout of 29 seconds. */
export const THREAD_LIMITS = {
  /** Milliseconds after which the rest of a document is left out. */
  readMs: 15_000,
  /** Milliseconds after which a thread that hangs is ended, and its document refused. */
  hangMs: 20_000,
  /** Largest heap of the thread, in megabytes, without buffers. */
  heapMb: 400,
  /** Largest growth of the whole process while the thread runs, in megabytes, buffers included. */
  growthMb: 500,
} as const;

export type ThreadLimits = { readonly [K in keyof typeof THREAD_LIMITS]: number };
