import { type ReactNode, useCallback, useState } from 'react';
import { messageCopy } from '../conversation/conversation-and-markdown-copy.ts';
import styles from './markdown.module.css';

/**
 * Box of a formula within text. A formula that is wider than its box can get the focus, so that the user can scroll it
 * by keyboard. Other formulas cannot get the focus, because a reply can have hundreds of formulas.
 */
export function ScrollingLineFormula({ children }: { readonly children: ReactNode }) {
  const [isWide, setWide] = useState(false);
  const watch = useCallback((box: HTMLElement) => {
    const observer = new ResizeObserver(() => setWide(box.scrollWidth > box.clientWidth));
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  const scrolling = isWide && { role: 'group', 'aria-label': messageCopy.markdown.formula, tabIndex: 0 };
  return (
    <span ref={watch} className={styles.lineFormula} {...scrolling}>
      {children}
    </span>
  );
}
