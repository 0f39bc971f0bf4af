/**
 * Decides in which form a model gets the files of a conversation. Pictures and PDFs travel whole to a model that takes
 * them, within the limits of a request. Other documents travel as extracted text with marks for pages and sheets, so
 * that no provider's own extraction decides what the model reads.
 */
import type { ModelSpec } from '#contract/deployment-config';
import type { FileInfo } from '#contract/entities';
import { tokensOfFiles } from './estimate-tokens.ts';

export interface SentFile extends Omit<FileInfo, 'isRemoved'> {
  /** Estimated tokens of the picture, of the text, or of a scan's pages. */
  readonly tokens: number;
  readonly textBytes?: number | undefined;
}

/**
 * `bytes`: the whole file. `text`: its extracted text. `none`: a note that tells the model that it cannot have the
 * file.
 */
export type FileForm = 'bytes' | 'text' | 'none';

/** Limits of one request and of each file in it. */
interface Limits {
  readonly imageBytes: number;
  /** Pixels of a picture's longer side. */
  readonly imageSide: number;
  readonly documentBytes: number;
  readonly documents: number;
  /** Of all documents together. */
  readonly pages: number;
  readonly files: number;
  /** Of all files together, before base64 makes them a third larger. */
  readonly bytes: number;
}

/**
 * Limits of Bedrock's Converse API, and Claude's limit of 100 pages for models with a context of 200,000 tokens.
 * Bedrock refuses requests of more than 20 MB, and for some models more than 20 pictures and documents together
 * (boto/boto3#4632).
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-api-restrictions.html
 */
const CONVERSE: Limits = {
  ...{ imageBytes: 3_750_000, imageSide: 8_000 },
  ...{ documentBytes: 4_500_000, documents: 5, pages: 100 },
  ...{ files: 20, bytes: 15_000_000 },
};
const OTHER: Limits = { ...CONVERSE, imageBytes: 10_000_000, documentBytes: 10_000_000 };

/** Claude models since version 4, whose PDFs may be larger than other documents. */
const LARGE_PDFS = /anthropic\.claude-(?:opus|sonnet|haiku|fable|mythos)-[4-9]/;

function limitsOf({ provider }: ModelSpec): Limits {
  if (provider.kind !== 'bedrock') return OTHER;
  return LARGE_PDFS.test(provider.modelId) ? { ...CONVERSE, documentBytes: CONVERSE.bytes } : CONVERSE;
}

const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

interface WithFiles {
  readonly files?: readonly SentFile[] | undefined;
}

const MOST_OF_CONTEXT = 0.8;

/** Returns the largest number of tokens that the files of one request to a model may have. */
export const fileTokensOf = ({ contextTokens }: ModelSpec, planTokens = Infinity): number =>
  Math.min(contextTokens * MOST_OF_CONTEXT, planTokens);

interface FormOptions {
  /** @default only the model's context limits the files */
  readonly planTokens?: number | undefined;
  /** @default none */
  readonly projectFiles?: readonly SentFile[] | undefined;
}

/**
 * Returns the forms of each message's files. The project's files use the request's limits first, then the messages from
 * the newest to the oldest. A PDF travels as text if the pictures of its pages need more tokens than are left.
 * @param messages oldest first
 */
export function formsOf(
  model: ModelSpec,
  messages: readonly WithFiles[],
  { planTokens, projectFiles = [] }: FormOptions = {},
): FileForm[][] {
  const chooser = new FormChooser(model);
  const ofProject = chooseForProject(chooser, fileTokensOf(model, planTokens), projectFiles);
  const tokens = tokensInForms(projectFiles, ofProject) + tokensIn(messages);
  chooser.roomForPages = fileTokensOf(model, planTokens) - tokens;
  return messages
    .toReversed()
    .map(({ files = [] }) => files.map((file) => chooser.choose(file)))
    .toReversed();
}

/**
 * Share of `fileTokensOf`. A PDF of a project travels as text if its page pictures would bring the tokens of the
 * project's files above this share.
 */
const PROJECT_PAGES_SHARE = 0.5;

/**
 * Returns the forms of a project's files. They do not depend on the messages, so that all prompts of the project to one
 * model begin with the same files. Providers cache that beginning.
 */
export const projectFormsOf = (
  model: ModelSpec,
  files: readonly SentFile[],
  planTokens?: number,
): FileForm[] => chooseForProject(new FormChooser(model), fileTokensOf(model, planTokens), files);

function chooseForProject(chooser: FormChooser, mostTokens: number, files: readonly SentFile[]): FileForm[] {
  chooser.roomForPages = mostTokens * PROJECT_PAGES_SHARE - tokensOfFiles(files);
  return files.map((file) => chooser.choose(file));
}

/**
 * Estimates the largest number of tokens that a project's files have for any model. Which PDFs travel whole depends on
 * the model's limits. So this function counts the page pictures of the worst set of PDFs: the set that needs the most
 * tokens and still keeps the project's files within `PROJECT_PAGES_SHARE` of the plan's tokens.
 */
export function mostTokensOfProject(files: readonly SentFile[], planTokens = Infinity): number {
  const tokens = tokensOfFiles(files);
  const room = planTokens * PROJECT_PAGES_SHARE - tokens;
  const sums = new Set([0]);
  for (const file of files.filter(({ mediaType }) => mediaType === PDF))
    for (const sum of [...sums]) if (sum + pageTokensOf(file) <= room) sums.add(sum + pageTokensOf(file));
  return tokens + Math.max(...sums);
}

export const tokensInForms = (files: readonly SentFile[], forms: readonly FileForm[]): number =>
  files.reduce((sum, file, n) => sum + tokensInForm(file, forms[n] ?? 'none'), 0);

const PDF = 'application/pdf';

/**
 * Chooses the forms of files one after the other, and counts what is left of a request's limits. The caller sets
 * `roomForPages` first.
 */
class FormChooser {
  readonly #model: ModelSpec;
  readonly #limits: Limits;
  readonly #left: { -readonly [L in keyof Limits]: number };
  roomForPages = 0;

  constructor(model: ModelSpec) {
    this.#model = model;
    this.#limits = limitsOf(model);
    this.#left = { ...this.#limits };
  }

  choose(file: SentFile): FileForm {
    const form = this.#formOf(file);
    if (form !== 'bytes') return form;
    this.#left.files -= 1;
    this.#left.bytes -= file.bytes;
    if (file.kind === 'document') {
      this.#left.documents -= 1;
      this.#left.pages -= file.pages ?? 1;
      this.roomForPages -= pageTokensOf(file);
    }
    return form;
  }

  #formOf(file: SentFile): FileForm {
    const { kind, mediaType, bytes, width = 0, height = 0, pages = 1 } = file;
    const limits = this.#limits;
    const left = this.#left;
    const takes = this.#model.input?.includes(kind) === true;
    const isRoom = left.files > 0 && left.bytes >= bytes;
    if (kind === 'image') {
      const isSmall = bytes <= limits.imageBytes && Math.max(width, height) <= limits.imageSide;
      return takes && IMAGE_TYPES.includes(mediaType) && isRoom && isSmall ? 'bytes' : 'none';
    }
    const isWhole = mediaType === PDF && takes && bytes <= limits.documentBytes;
    const isRoomForPages = pageTokensOf(file) <= Math.max(0, this.roomForPages);
    if (isWhole && left.documents > 0 && left.pages >= pages && isRoomForPages && isRoom) return 'bytes';
    return (file.textBytes ?? 0) > 0 ? 'text' : 'none';
  }
}

const tokensIn = (messages: readonly WithFiles[]): number =>
  messages.reduce((sum, { files }) => sum + tokensOfFiles(files), 0);

/**
 * Tokens that a model counts for the picture of a PDF's page, in addition to the page's text. Claude counts some 7,000
 * tokens for three whole pages, and 1,000 for their text (22 November 2026).
 * https://platform.claude.com/docs/en/build-with-claude/pdf-support
 */
export const PAGE_TOKENS = 2_000;
const NOTE_TOKENS = 30;

export function tokensInForm(file: SentFile, form: FileForm): number {
  if (form === 'none') return NOTE_TOKENS;
  return form === 'bytes' ? file.tokens + pageTokensOf(file) : file.tokens;
}

/**
 * Estimates the tokens of the pictures of a PDF's pages. Returns 0 for a scan: it has no text, and `SentFile.tokens`
 * counts its pages already.
 */
const pageTokensOf = ({ kind, pages = 1, textBytes = 0 }: SentFile): number =>
  kind === 'document' && textBytes > 0 ? pages * PAGE_TOKENS : 0;
