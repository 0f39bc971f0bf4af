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

/**
 * Bounds for TeX that models and users write. `trust: false` refuses commands such as links. The first number of
 * `maxSize` is in em, for sizes in em, ex or mu; the second is in points, for other sizes. `maxExpand` is a number of
 * macro expansions.
 */
const OPTIONS = { throwOnError: true, trust: false, maxSize: [20, 20], maxExpand: 300 } satisfies Parameters<
  typeof temml.renderToString
>[1];

export function formulaTree(tex: string, displayMode: boolean): TreeNode | undefined {
  try {
    // Temml marks this function as internal, and its tree as unstable. No other function of Temml returns the tree.
    return temml.__renderToMathMLTree(tex, { ...OPTIONS, displayMode });
  } catch {
    return undefined;
  }
}
