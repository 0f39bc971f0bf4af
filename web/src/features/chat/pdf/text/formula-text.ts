import { formulaTree, type TreeNode } from '../../markdown/parse-tex.ts';

const SUPERSCRIPTS = pairs(
  '0123456789+−-=()niabcdefghjklmoprstuvwxyz′∘*',
  '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱᵃᵇᶜᵈᵉᶠᵍʰʲᵏˡᵐᵒᵖʳˢᵗᵘᵛʷˣʸᶻ′°*',
);
const SUBSCRIPTS = pairs('0123456789+−-=()aehijklmnoprstuvx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ');
/** Letters and digits of Unicode's mathematical alphabets, such as a bold x. */
const MATH_LETTERS = /[\u{1D400}-\u{1D7FF}]/gu;
/** Unicode's invisible signs, such as U+2061 between a function and its argument. */
const INVISIBLE = /[\u2061-\u2064]/g;
/** Matches a sign that gets a space on both sides, as in `a = b`, unless it is a prefix, as in `-x`. */
const SPACED = /^[=≠<>≤≥≈≡∼≃≅±∓+−×÷⋅∈∉⊂⊆⊃⊇∪∩∧∨→←↔⇒⇐⇔↦∝∣]$/u;
/** Matches a text that needs no parentheses as an operand: a sign, a number, a name, or a text in parentheses. */
const SIMPLE = /^(?:.|[\p{L}\p{N}.]+|\([^()]*\))$/u;

/** Writes a formula as Unicode text, with a line for each of its rows. Returns `tex` itself if Temml refuses it. */
export function formulaText(tex: string): string {
  const tree = formulaTree(tex, true);
  if (!tree) return tex;
  return textOf(tree)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

function textOf(node: TreeNode): string {
  const { type, text, children = [] } = node;
  if (type === undefined && text !== undefined)
    return text.replace(INVISIBLE, '').replace(MATH_LETTERS, (letter) => letter.normalize('NFKC'));
  const [first = '', second = '', third = ''] = children.map(textOf);
  switch (type) {
    case 'mo': {
      const sign = children.map(textOf).join('');
      const isUnary = node.attributes?.form === 'prefix';
      return SPACED.test(sign) && !isUnary ? ` ${sign} ` : sign;
    }
    case 'mi': {
      const name = children.map(textOf).join('');
      return name.length > 1 && /^\p{L}+$/u.test(name) ? ` ${name} ` : name;
    }
    case 'mspace':
      return ' ';
    case 'mphantom':
      return '';
    case 'mfrac':
      return `${operand(first)}/${operand(second)}`;
    case 'msqrt':
      return `√${operand(children.map(textOf).join(''))}`;
    case 'mroot':
      return `${script(second, SUPERSCRIPTS, '')}√${operand(first)}`;
    case 'msup':
    case 'mover':
      return withScripts(first, script(second, SUPERSCRIPTS, '^'));
    case 'msub':
    case 'munder':
      return withScripts(first, script(second, SUBSCRIPTS, '_'));
    case 'msubsup':
    case 'munderover':
      return withScripts(first, script(second, SUBSCRIPTS, '_') + script(third, SUPERSCRIPTS, '^'));
    case 'mtable':
      return children.map(textOf).join('\n');
    case 'mtr':
      return children.map(textOf).join('  ');
    default:
      return children.map(textOf).join('');
  }
}

const withScripts = (base: string, scripts: string): string =>
  base.trimEnd() + scripts + (base.endsWith(' ') ? ' ' : '');

const operand = (text: string): string => {
  const trimmed = text.trim();
  return SIMPLE.test(trimmed) ? trimmed : `(${trimmed})`;
};

/**
 * Writes an exponent or index in the small characters of `letters`. If `letters` lacks a character, writes ordinary
 * characters after `mark`.
 */
function script(text: string, letters: ReadonlyMap<string, string>, mark: string): string {
  const trimmed = text.replace(/\s/g, '');
  if (trimmed === '') return '';
  const small = [...trimmed].map((letter) => letters.get(letter));
  return small.includes(undefined) ? `${mark}${operand(text)}` : small.join('');
}

function pairs(from: string, to: string): ReadonlyMap<string, string> {
  const targets = [...to];
  return new Map([...from].map((letter, i) => [letter, targets[i] ?? letter]));
}
