import type { Storage } from '#contract/entities';
import { FILE_MAX_BYTES, FILES_PER_MESSAGE_MAX } from '#contract/limits';
import { formatBytes } from '../../../../lib/format-bytes.ts';
import { fileCopy } from '../adding-files-copy.ts';
import { isAcceptable, kindOf } from '../file-kind-and-acceptance.ts';

export interface Limits {
  /** Largest number of files of a message, or of a project. */
  readonly perMessage: number;
  readonly maxBytes: number;
  /** Limit for all files of a message together. Undefined when unknown: then only the server checks the tokens. */
  readonly tokensPerMessage?: number | undefined;
  readonly storage: Storage | undefined;
}

/** Limits that no plan exceeds, for the time until the user's own limits are known. */
export const WIDEST_LIMITS: Limits = {
  perMessage: FILES_PER_MESSAGE_MAX,
  maxBytes: FILE_MAX_BYTES,
  storage: undefined,
};

/** Limit before scaling down. `FileUploader` checks the scaled picture against `maxBytes`. */
const PICTURE_MAX_BYTES = 100 * 1024 * 1024;

interface Checked {
  readonly accepted: readonly File[];
  readonly notices: readonly string[];
}

/**
 * Separates the files that can be added to a draft from the others. `draft.bytes` is the size of its documents that the
 * server has not yet counted in the storage.
 */
export async function checkFiles(
  files: readonly File[],
  limits: Limits,
  draft: { readonly count: number; readonly bytes: number },
): Promise<Checked> {
  const accepted: File[] = [];
  const notices: string[] = [];
  let { bytes } = draft;
  let leftOut = 0;
  for (const file of files) {
    const problem = (await problemOf(file, limits)) ?? storageProblem(file, limits, bytes);
    if (problem !== undefined) notices.push(problem);
    else if (draft.count + accepted.length >= limits.perMessage) leftOut += 1;
    else {
      accepted.push(file);
      if (kindOf(file) === 'document') bytes += file.size;
    }
  }
  if (leftOut > 0) notices.push(fileCopy.refusal.tooMany(limits.perMessage, leftOut));
  return { accepted, notices };
}

async function problemOf(file: File, { maxBytes }: Limits): Promise<string | undefined> {
  const { refusal } = fileCopy;
  if (file.size === 0) return refusal.empty(file.name);
  if (!(await isAcceptable(file))) return refusal.type(file.name);
  const limit = kindOf(file) === 'image' ? PICTURE_MAX_BYTES : maxBytes;
  return file.size > limit
    ? refusal.tooLarge(file.name, formatBytes(file.size), formatBytes(limit))
    : undefined;
}

/**
 * Does not check pictures: their size is not known before they are scaled down. The server checks them later.
 * @param added bytes of the draft's other documents that the server has not yet counted in the storage
 */
function storageProblem(file: File, { storage }: Limits, added: number): string | undefined {
  if (!storage || kindOf(file) === 'image') return undefined;
  const left = Math.max(0, storage.limitBytes - storage.usedBytes - added);
  return file.size > left
    ? fileCopy.refusal.storage(file.name, formatBytes(left), formatBytes(storage.limitBytes))
    : undefined;
}
