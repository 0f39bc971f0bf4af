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
const NAME = /^\p{L}+$/u;
/** Matches a digit, also a small one. */
const DIGIT = /\p{N}/u;
/**
 * Matches a text that needs no parentheses after `√`, `^` or `_`: a single character, a number or a text in
 * parentheses, with or without an index.
 */
const AFTER_SIGN = /^(?:.|[\d.]+|\([^()]*\))[₀-ₜᵢ-ᵪⱼ]*$/u;
/**
 * Matches a denominator that needs no parentheses. It is either a text as in `AFTER_SIGN`, which may also have an
 * exponent, or a differential such as `dx`, which people read as one quantity.
 */
const DENOMINATOR = /^(?:(?:.|[\d.]+|\([^()]*\))[\p{Lm}\p{No}]*|[d∂] ?\p{L})$/u;
/** Matches a numerator that needs no parentheses. A product needs none, because `2a/3` has only one meaning. */
const NUMERATOR = new RegExp(`${DENOMINATOR.source}|^[\\p{L}\\p{N}.]+$`, 'u');

/** Writes a formula as Unicode text, with a line for each of its rows. Returns `tex` itself if Temml refuses it. */
export function formulaText(tex: string): string {
  const tree = formulaTree(tex, true);
  if (!tree) return tex;
  return textOf(withBars(tree))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();
}

/**
 * Replaces the frames that Temml makes for `\overline` by accents like those for `\bar`. Such a frame has a line only
 * at the top.
 */
function withBars(node: TreeNode): TreeNode {
  const children = node.children?.map(withBars) ?? [];
  if (node.type !== 'menclose' || node.attributes?.notation !== 'top') return { ...node, children };
  const [base = { text: '' }] = children;
  return { type: 'mover', children: [base, { type: 'mo', children: [{ text: '‾' }] }] };
}

/** Part of a formula that may need parentheses. */
interface Part {
  readonly text: string;
  /** True for a name, such as `max`. In `text`, a name looks the same as a product of letters, such as `abc`. */
  readonly isName: boolean;
}

function textOf(node: TreeNode, before?: TreeNode): string {
  const { type, text, children = [] } = node;
  if (type === undefined && text !== undefined)
    return text.replace(INVISIBLE, '').replace(MATH_LETTERS, (letter) => letter.normalize('NFKC'));
  const parts = children.map(
    (child, i): Part => ({ text: textOf(child, children[i - 1]), isName: isName(child) }),
  );
  const whole = withGaps(children, parts);
  const [first = NOTHING, second = NOTHING, third = NOTHING] = parts;
  switch (type) {
    case 'mo': {
      const isUnary = node.attributes?.form === 'prefix';
      return SPACED.test(whole) && !isUnary ? ` ${whole} ` : whole;
    }
    case 'mi':
      return whole.length > 1 && NAME.test(whole) ? ` ${whole} ` : whole;
    case 'mspace':
      return ' ';
    case 'mphantom':
      return '';
    case 'mfrac':
      if (Number.parseFloat(String(node.attributes?.linethickness)) === 0)
        return stacked(first, second, before);
      return `${operand(first, NUMERATOR)}/${operand(second, DENOMINATOR)}`;
    case 'msqrt':
      return `√${operand({ text: whole, isName: isName({ children }) }, AFTER_SIGN)}`;
    case 'mroot':
      return `${script(second, SUPERSCRIPTS, '')}√${operand(first, AFTER_SIGN)}`;
    case 'msup':
    case 'mover':
      return withScripts(baseText(node, first), script(second, SUPERSCRIPTS, '^'));
    case 'msub':
    case 'munder':
      return withScripts(baseText(node, first), script(second, SUBSCRIPTS, '_'));
    case 'msubsup':
    case 'munderover':
      return withScripts(
        baseText(node, first),
        script(second, SUBSCRIPTS, '_') + script(third, SUPERSCRIPTS, '^'),
      );
    case 'mtable':
      return parts.map((part) => part.text).join('\n');
    case 'mtr':
      return parts.map((part) => part.text).join('  ');
    default:
      return whole;
  }
}

const NOTHING: Part = { text: '', isName: false };

function isName({ type, children = [] }: TreeNode): boolean {
  const [only] = children.length === 1 ? children : [];
  return type === 'mi' || type === 'mtext' || (only !== undefined && isName(only));
}

/** Joins the parts of a row. A space keeps a number apart from a fraction, root or power that begins with a digit. */
function withGaps(children: readonly TreeNode[], parts: readonly Part[]): string {
  let last = '';
  const pieces = parts.map(({ text }, i) => {
    const isNumber = children[i]?.text !== undefined || children[i]?.type === 'mn';
    const gap = !isNumber && DIGIT.test(last) && DIGIT.test(text.charAt(0)) ? ' ' : '';
    last = text.at(-1) ?? last;
    return gap + text;
  });
  return pieces.join('');
}

/** Writes two parts that are stacked without a line: as `n choose k` if `before` is a parenthesis, else as `n; k`. */
function stacked(upper: Part, lower: Part, before: TreeNode | undefined): string {
  const sign = before?.children?.[0]?.text === '(' ? ' choose' : ';';
  return `${upper.text.trim()}${sign} ${lower.text.trim()}`;
}

/**
 * Writes the base of an exponent, index, accent or limit. A compound base gets parentheses if it has an exponent, an
 * index or an accent. A base with a part directly below it or a limit directly above it gets no parentheses, because
 * the base may be an operator's name of several words, such as `arg max`.
 */
function baseText({ type, children: [base, over] = [] }: TreeNode, { text }: Part): string {
  const isAccented = type === 'mover' && over?.type === 'mo';
  const isScripted = type === 'msup' || type === 'msub' || type === 'msubsup' || isAccented;
  // Keeps digits below an accent apart from digits before them, as in `0.1(6)^‾`.
  const isNumber = isAccented && base?.type === 'mn';
  return base && isScripted && (isCompound(base) || isNumber) ? `(${text.trim()})` : text;
}

/** True for a fraction, a power, and for several parts without parentheses or other fences around them. */
function isCompound({ type, children = [] }: TreeNode): boolean {
  if (type === 'mfrac' || type === 'msup' || type === 'msubsup') return true;
  if (type !== undefined && !GROUPS.has(type)) return false;
  if (children[0]?.attributes?.fence && children.at(-1)?.attributes?.fence) return false;
  const [first, second] = children.filter((child) => !isEmpty(child));
  return second !== undefined || (first !== undefined && isCompound(first));
}

const GROUPS = new Set(['mrow', 'mstyle', 'mpadded', 'menclose']);

const isEmpty = ({ type, text, children = [] }: TreeNode): boolean =>
  type === 'mspace' ||
  type === 'mphantom' ||
  (text === undefined ? children.every(isEmpty) : text.replace(INVISIBLE, '') === '');

const withScripts = (base: string, scripts: string): string =>
  base.trimEnd() + scripts + (base.endsWith(' ') ? ' ' : '');

/** Writes a part in parentheses unless it is a name or matches `bare`. */
const operand = ({ text, isName }: Part, bare: RegExp): string => {
  const trimmed = text.trim();
  return bare.test(trimmed) || (isName && NAME.test(trimmed)) ? trimmed : `(${trimmed})`;
};

/**
 * Writes an exponent or index in the small characters of `letters`. If `letters` lacks a character, writes ordinary
 * characters after `mark`.
 */
function script(part: Part, letters: ReadonlyMap<string, string>, mark: string): string {
  const trimmed = part.text.replace(/\s/g, '');
  if (trimmed === '') return '';
  const small = [...trimmed].map((letter) => letters.get(letter));
  return small.includes(undefined) ? `${mark}${operand(part, AFTER_SIGN)}` : small.join('');
}

function pairs(from: string, to: string): ReadonlyMap<string, string> {
  const targets = [...to];
  return new Map([...from].map((letter, i) => [letter, targets[i] ?? letter]));
}
