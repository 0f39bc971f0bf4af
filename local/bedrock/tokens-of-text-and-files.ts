import { type Block, bytesOf } from './bedrock-types.ts';
import { isPdf, pagesIn, pictureIn } from './picture-and-pdf-facts.ts';

/** Characters that count as one token, about as many as in real tokenizers for English. */
export const CHARACTERS_PER_TOKEN = 4;
export const tokensIn = (characters: number): number => Math.ceil(characters / CHARACTERS_PER_TOKEN);

const PIXELS_PER_TOKEN = 750;
/** Tokens of a page of a PDF. With citations, the model sees the page as a picture; without them, only its text. */
const PAGE_TOKENS = { asText: 350, asPicture: 2_000 };

/**
 * Estimates the tokens of a picture or a document.
 * https://platform.claude.com/docs/en/build-with-claude/vision
 * https://platform.claude.com/docs/en/build-with-claude/pdf-support
 */
export function tokensOfFile({ image, document }: Block): number | undefined {
  if (image) {
    const { width = 0, height = 0 } = pictureIn(bytesOf(image)) ?? {};
    return Math.ceil((width * height) / PIXELS_PER_TOKEN);
  }
  if (!document) return undefined;
  const bytes = bytesOf(document);
  if (!isPdf(bytes)) return tokensIn(bytes.length);
  return pagesIn(bytes) * (document.citations?.enabled ? PAGE_TOKENS.asPicture : PAGE_TOKENS.asText);
}
