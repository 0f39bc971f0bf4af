import type { MarkedToken, Token } from 'marked';
import { isFormula } from '../../markdown/formula-syntax.ts';
import { safeLink } from '../../markdown/safe-link.ts';
import { formulaText } from '../text/formula-text.ts';
import { ACCENT, BACKGROUND, type Run, type TextStyle } from '../text/text-style-and-colors.ts';

const MAX_DEPTH = 20;
/** Font size of code within text, as a share of the text's font size. */
const CODE_SIZE = 0.92;

/** Returns marked's inline tokens as runs of styled text. `markdown/inline.tsx` shows the same tokens on the screen. */
export function runsOf(tokens: readonly Token[] | undefined, style: TextStyle, depth = 0): Run[] {
  return (tokens ?? []).flatMap((token) => runsOfToken(token, style, depth + 1));
}

function runsOfToken(token: Token, style: TextStyle, depth: number): Run[] {
  if (depth > MAX_DEPTH) return [{ text: token.raw, style }];
  if (isFormula(token)) return [{ text: formulaText(token.text).replaceAll('\n', '; '), style }];
  // Every other inline token is a `MarkedToken`.
  const known = token as MarkedToken;
  switch (known.type) {
    case 'text':
      return known.tokens ? runsOf(known.tokens, style, depth) : [{ text: flowing(known.text), style }];
    case 'escape':
      return [{ text: known.text, style }];
    case 'strong':
      return runsOf(known.tokens, { ...style, bold: true }, depth);
    case 'em':
      return runsOf(known.tokens, { ...style, italic: true }, depth);
    case 'del':
      return runsOf(known.tokens, { ...style, strike: true }, depth);
    case 'codespan':
      return [
        {
          text: known.text.replaceAll('\n', ' '),
          style: { ...style, mono: true, size: style.size * CODE_SIZE, background: BACKGROUND },
        },
      ];
    case 'br':
      return [{ text: '\n', style }];
    case 'link':
      return linked(known.href, style, (inner) => runsOf(known.tokens, inner, depth));
    case 'image':
      return linked(known.href, style, (inner) => [{ text: known.text || known.href, style: inner }]);
    case 'checkbox':
      // The list draws the boxes of its tasks (`markdown-blocks.ts`).
      return [];
    default:
      return [{ text: flowing(token.raw), style }];
  }
}

function linked(href: string, style: TextStyle, runs: (style: TextStyle) => Run[]): Run[] {
  const link = safeLink(href);
  return runs(link ? { ...style, link: link.href, color: ACCENT } : style);
}

const flowing = (text: string): string => decode(text).replace(/ *\n */g, ' ');

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00A0',
};
const decode = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);
