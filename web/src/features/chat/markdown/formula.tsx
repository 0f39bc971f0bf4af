import { memo, type ReactNode, useEffect, useState } from 'react';
import { messageCopy } from '../conversation/conversation-and-markdown-copy.ts';
import type { FormulaToken } from './formula-syntax.ts';
import styles from './markdown.module.css';

type RenderFormula = (tex: string, display: boolean, isBlock: boolean) => ReactNode;

let renderFormula: RenderFormula | undefined;
let loading: Promise<void> | undefined;

/** Never rejects. After a failure, the next formula that is shown tries again. */
const loadRenderer = (): Promise<void> => {
  loading ??= import('./render-formula.tsx').then(
    (module) => {
      renderFormula = module.renderFormula;
    },
    () => {
      loading = undefined;
    },
  );
  return loading;
};

interface FormulaProps {
  readonly formula: FormulaToken;
  readonly isBlock?: boolean;
}

/** Renders a formula as MathML. Shows the source until the renderer has loaded, and if the source is not valid TeX. */
export const Formula = memo(({ formula: { raw, text, display }, isBlock = false }: FormulaProps) => {
  const isLoaded = useRenderer();
  const rendered = isLoaded ? renderFormula?.(text, display, isBlock) : undefined;
  const content = rendered ?? <code>{raw.trim()}</code>;
  const source = { dir: 'ltr', 'data-formula': raw.trim() } as const;
  if (!isBlock)
    return (
      <span {...source} className={display ? styles.formula : undefined}>
        {content}
      </span>
    );
  // `tabIndex` lets users scroll a wide formula by keyboard.
  const scrolling = { role: 'group', 'aria-label': messageCopy.markdown.formula, tabIndex: 0 } as const;
  return (
    <div {...source} {...scrolling} className={styles.formula}>
      {content}
    </div>
  );
}, isSame);

/** Each piece of a streaming reply brings new token objects for unchanged formulas, which must not render again. */
function isSame({ formula: a }: FormulaProps, { formula: b }: FormulaProps): boolean {
  return a.raw === b.raw && a.display === b.display;
}

function useRenderer(): boolean {
  const [isLoaded, setLoaded] = useState(renderFormula !== undefined);
  useEffect(() => {
    if (isLoaded) return;
    let isShown = true;
    void loadRenderer().then(() => isShown && setLoaded(renderFormula !== undefined));
    return () => {
      isShown = false;
    };
  }, [isLoaded]);
  return isLoaded;
}
