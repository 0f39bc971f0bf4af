import { createHash } from 'node:crypto';
import { isPdf, pagesIn, pictureIn } from './picture-and-pdf-facts.ts';
import { type Block, bytesOf, type CachePoint, type ConverseRequest } from './types.ts';

/** Characters that count as one token, about as many as in real tokenizers for English. */
export const CHARACTERS_PER_TOKEN = 4;
export const tokensIn = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);

/** Beginning of a prompt, up to the end of one of its blocks of content. */
export interface Prefix {
  readonly tokens: number;
  readonly hash: string;
  readonly point?: CachePoint;
}

/**
 * Lists the prefixes of a prompt, the shortest first. Requests with different efforts of thinking
 * (`additionalModelRequestFields`) share only the prefixes of the system prompt.
 */
export function prefixesOf(request: ConverseRequest): Prefix[] {
  const { system = [], messages, additionalModelRequestFields: fields } = request;
  const hash = createHash('sha256');
  const prefixes: Prefix[] = [];
  let characters = 0;
  let ofFiles = 0;
  const add = (role: string, blocks: typeof system) => {
    for (const block of blocks) {
      const { cachePoint: point } = block;
      const last = prefixes.at(-1);
      if (point && last) prefixes[prefixes.length - 1] = { ...last, point };
      if (point) continue;
      const text = JSON.stringify([role, block]);
      const counted = tokensOfFile(block);
      if (counted === undefined) characters += text.length;
      else ofFiles += counted;
      prefixes.push({ tokens: tokensIn(characters) + ofFiles, hash: hash.update(text).copy().digest('hex') });
    }
  };
  add('system', system);
  hash.update(JSON.stringify(fields ?? {}));
  for (const { role, content } of messages) add(role, content);
  return prefixes;
}

const PIXELS_PER_TOKEN = 750;
/** Tokens of a page of a PDF. With citations, the model sees the page as a picture; without them, only its text. */
const PAGE_TOKENS = { asText: 350, asPicture: 2_000 };

/**
 * Estimates the tokens of a picture or a document.
 * https://platform.claude.com/docs/en/build-with-claude/vision
 * https://platform.claude.com/docs/en/build-with-claude/pdf-support
 */
function tokensOfFile({ image, document }: Block): number | undefined {
  if (image) {
    const { width = 0, height = 0 } = pictureIn(bytesOf(image)) ?? {};
    return Math.ceil((width * height) / PIXELS_PER_TOKEN);
  }
  if (!document) return undefined;
  const bytes = bytesOf(document);
  if (!isPdf(bytes)) return tokensIn(bytes.length);
  return pagesIn(bytes) * (document.citations?.enabled ? PAGE_TOKENS.asPicture : PAGE_TOKENS.asText);
}

export const inputTokensOf = (request: ConverseRequest): number => prefixesOf(request).at(-1)?.tokens ?? 0;
