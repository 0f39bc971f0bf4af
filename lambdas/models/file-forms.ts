/**
 * Decides in which form a model gets the files of a conversation. Pictures and PDFs travel whole to a model that takes
 * them. Other documents travel as extracted text, which has marks for pages and sheets, so that no provider's own
 * extraction decides what the model reads.
 */
import type { ModelSpec } from '#contract/config';
import type { FileInfo } from '#contract/entities';

/** File that a message names. */
export interface SentFile extends Omit<FileInfo, 'isRemoved'> {
  /** Estimated tokens of the picture, or of the text. */
  readonly tokens: number;
  /** Bytes of the extracted text. Absent for a file without one. */
  readonly textBytes?: number | undefined;
}

/** `none`: the model cannot have the file, and is told so. */
export type FileForm = 'bytes' | 'text' | 'none';

/** Limits of one request. */
interface Limits {
  readonly imageBytes: number;
  /** Pixels of a picture's longer side. */
  readonly imageSide: number;
  readonly documentBytes: number;
  readonly documents: number;
  /** Pages of all documents. */
  readonly pages: number;
  /** Pictures and documents. */
  readonly files: number;
  /** Bytes of all files. They grow by a third in a request. */
  readonly bytes: number;
}

/**
 * Converse's limits, and Claude's of 100 pages for models with 200,000 tokens. Bedrock refuses requests of more than
 * 20 MB, and counts at most 20 pictures and documents together for some models (boto/boto3#4632).
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-api-restrictions.html
 */
const CONVERSE: Limits = {
  ...{ imageBytes: 3_750_000, imageSide: 8_000 },
  ...{ documentBytes: 4_500_000, documents: 5, pages: 100 },
  ...{ files: 20, bytes: 15_000_000 },
};
/** Limits where the provider documents none for our endpoint. A request is as large as one of Converse. */
const OTHER: Limits = { ...CONVERSE, imageBytes: 10_000_000, documentBytes: 10_000_000 };

/** Claude models whose PDFs may be larger than other documents: those since 4. */
const LARGE_PDFS = /anthropic\.claude-(?:opus|sonnet|haiku|fable|mythos)-[4-9]/;

function limitsOf({ provider }: ModelSpec): Limits {
  if (provider.kind !== 'bedrock') return OTHER;
  return LARGE_PDFS.test(provider.modelId) ? { ...CONVERSE, documentBytes: CONVERSE.bytes } : CONVERSE;
}

const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Message that names files. */
interface WithFiles {
  readonly files?: readonly SentFile[] | undefined;
}

/**
 * Returns the forms of each message's files. The newest message comes first where a limit of the request is reached.
 * @param messages oldest first
 */
export function formsOf(model: ModelSpec, messages: readonly WithFiles[]): FileForm[][] {
  const limits = limitsOf(model);
  const left = { documents: limits.documents, pages: limits.pages, files: limits.files, bytes: limits.bytes };
  const takes = (kind: 'image' | 'document') => model.input?.includes(kind) === true;
  const isRoom = ({ bytes }: SentFile) => left.files > 0 && left.bytes >= bytes;
  const formOf = (file: SentFile): FileForm => {
    const { kind, mediaType, bytes, width = 0, height = 0, pages = 1 } = file;
    if (kind === 'image') {
      const isSeen = takes('image') && IMAGE_TYPES.includes(mediaType) && isRoom(file);
      const isSmall = bytes <= limits.imageBytes && Math.max(width, height) <= limits.imageSide;
      return isSeen && isSmall ? 'bytes' : 'none';
    }
    const isWhole = mediaType === 'application/pdf' && takes('document') && bytes <= limits.documentBytes;
    if (isWhole && left.documents > 0 && left.pages >= pages && isRoom(file)) return 'bytes';
    return (file.textBytes ?? 0) > 0 ? 'text' : 'none';
  };
  const forms = messages.toReversed().map(({ files = [] }) =>
    files.map((file) => {
      const form = formOf(file);
      if (form !== 'bytes') return form;
      left.files -= 1;
      left.bytes -= file.bytes;
      if (file.kind === 'document') {
        left.documents -= 1;
        left.pages -= file.pages ?? 1;
      }
      return form;
    }),
  );
  return forms.toReversed();
}

/** Tokens that a model counts for the picture of a PDF's page, in addition to its text. */
const PAGE_TOKENS = 1_500;
/** Tokens of the note in the place of a file. */
const NOTE_TOKENS = 30;

/** Estimates the tokens of a file in a form. */
export function tokensInForm({ kind, tokens, pages = 1 }: SentFile, form: FileForm): number {
  if (form === 'none') return NOTE_TOKENS;
  return form === 'bytes' && kind === 'document' ? tokens + pages * PAGE_TOKENS : tokens;
}
