import temml from 'temml';

/** Node of Temml's tree: an element of MathML, a text, or a list of nodes. */
export interface TreeNode {
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly classes?: readonly string[];
  readonly style?: Readonly<Record<string, string>>;
  readonly children?: readonly TreeNode[];
}

/** Largest size in em, and the same in points. The text of a reply has 16 pixels, so an em is 12 points. */
const [MAX_EM, MAX_PT] = [20, 20 * 12];

/**
 * Bounds for TeX that models and users write. `trust: false` refuses commands such as links. The first number of
 * `maxSize` is in em, for sizes in em, ex or mu; the second is in points, for other sizes. `maxExpand` is a number of
 * macro expansions.
 */
const OPTIONS = {
  ...{ throwOnError: true, trust: false, maxExpand: 300 },
  maxSize: [MAX_EM, MAX_PT],
} satisfies Parameters<typeof temml.renderToString>[1];

export function formulaTree(tex: string, displayMode: boolean): TreeNode | undefined {
  try {
    // Temml marks this function as internal, and its tree as unstable. No other function of Temml returns the tree.
    return withinBounds(temml.__renderToMathMLTree(tex, { ...OPTIONS, displayMode }));
  } catch {
    return undefined;
  }
}

const LARGEST = {
  ...{ em: MAX_EM, pt: MAX_PT },
  ...{ px: MAX_PT / 0.75, in: MAX_PT / 72, cm: (MAX_PT / 72) * 2.54, mm: (MAX_PT / 72) * 25.4 },
};

/**
 * Bounds the sizes that Temml leaves unbounded in spite of `maxSize`. Temml does not bound negative sizes. Sizes in
 * millimetres, centimetres and inches pass the bound, because Temml converts them wrongly: 500cm become 18 points.
 */
function withinBounds(node: TreeNode): TreeNode {
  const { attributes, style, children } = node;
  return {
    ...node,
    ...(attributes && { attributes: sizesWithinBounds(attributes) }),
    ...(style && { style: sizesWithinBounds(style) }),
    ...(children && { children: children.map(withinBounds) }),
  };
}

const sizesWithinBounds = <T>(values: Readonly<Record<string, T>>): Readonly<Record<string, T | string>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replace(/(-?[\d.]+)(em|pt|px|in|cm|mm)\b/g, bounded) : value,
    ]),
  );

function bounded(size: string, number: string, unit: keyof typeof LARGEST): string {
  const largest = LARGEST[unit];
  if (Math.abs(Number(number)) <= largest) return size;
  return `${Math.sign(Number(number)) * Number(largest.toFixed(2))}${unit}`;
}
