/** Parses TeX with Temml, for the screen and for PDF. */
import temml from 'temml';

/** Node of Temml's tree: an element of MathML, a text, or a list of nodes. */
export interface TreeNode {
  /** Name of the element; undefined for a text or a list. */
  readonly type?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly classes?: readonly string[];
  readonly style?: Readonly<Record<string, string>>;
  readonly children?: readonly TreeNode[];
}

/** Bounds for TeX of models and users: sizes in em, and the number of macro expansions. */
const OPTIONS = { throwOnError: true, trust: false, maxSize: [20, 20], maxExpand: 300 } satisfies Parameters<
  typeof temml.renderToString
>[1];

/** Returns the tree of a formula; undefined for TeX that Temml refuses. */
export function formulaTree(tex: string, displayMode: boolean): TreeNode | undefined {
  try {
    // Temml offers this function to renderers other than its own.
    return temml.__renderToMathMLTree(tex, { ...OPTIONS, displayMode });
  } catch {
    return undefined;
  }
}
