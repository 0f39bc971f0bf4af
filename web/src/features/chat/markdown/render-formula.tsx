import './formula.css';
import { type CSSProperties, createElement, type ReactNode } from 'react';
import { copyFormulas } from './copy-formulas.ts';
import { formulaTree, type TreeNode } from './parse-tex.ts';
import { ScrollingLineFormula } from './scrollable-inline-formula.tsx';

const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom msub msup msubsup ' +
    'munder mover munderover mmultiscripts mprescripts none mtable mtr mtd menclose semantics'
  ).split(' '),
);
const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'display mathvariant mathcolor mathbackground mathsize scriptlevel displaystyle accent accentunder fence form ' +
    'largeop lspace rspace maxsize minsize movablelimits separator stretchy symmetric linethickness width height ' +
    'depth voffset columnalign columnspacing columnlines rowspacing rowlines rowalign frame notation columnspan ' +
    'rowspan'
  ).split(' '),
);
/** Largest number of cached results. They spare work when a streaming reply renders its last block again. */
const MOST_KEPT = 500;

const results = new Map<string, ReactNode>();

document.addEventListener('copy', copyFormulas);

/**
 * Renders TeX as MathML. Returns undefined if Temml refuses the TeX. If `isBlock` is false, adds a box in which a wide
 * formula scrolls. For a block, the caller renders such a box.
 */
export function renderFormula(tex: string, display: boolean, isBlock: boolean): ReactNode {
  const key = `${display}:${tex}`;
  if (!results.has(key)) {
    if (results.size >= MOST_KEPT) results.clear();
    const tree = formulaTree(tex, display);
    results.set(key, tree && toElement(tree, 0));
  }
  const rendered = results.get(key);
  return isBlock || rendered === undefined ? (
    rendered
  ) : (
    <ScrollingLineFormula>{rendered}</ScrollingLineFormula>
  );
}

function toElement(node: TreeNode, key: number): ReactNode {
  const { type, text, attributes = {}, classes = [], style, children = [] } = node;
  if (type === undefined) return text ?? children.map(toElement);
  if (!ELEMENTS.has(type)) return children.map(toElement);
  const known = Object.entries(attributes).filter(([name]) => ATTRIBUTES.has(name));
  const className = classes.join(' ');
  return createElement(
    type,
    {
      key,
      ...Object.fromEntries(known),
      ...(className !== '' && { className }),
      style: { ...parseStyle(attributes.style), ...style },
    },
    ...children.map(toElement),
  );
}

/**
 * Converts a style attribute to an object, whose properties React sets by script. The content security policy forbids
 * style attributes in markup.
 */
function parseStyle(text: unknown): CSSProperties {
  if (typeof text !== 'string') return {};
  const pairs = text.split(';').map((pair) => pair.split(':').map((part) => part.trim()));
  return Object.fromEntries(
    pairs.flatMap(([name = '', value]) => (name === '' ? [] : [[camelCase(name), value]])),
  );
}

const camelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
