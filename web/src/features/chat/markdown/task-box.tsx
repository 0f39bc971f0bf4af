import { messageCopy } from '../conversation/copy.ts';
import styles from './markdown.module.css';

/**
 * Box of a task in a list. In a tight list, the box's token is a child of the list item, so `markdown.tsx` renders it.
 * In a loose list, the token is a child of the item's first paragraph, so `inline.tsx` renders it.
 */
export function TaskBox({ isDone }: { readonly isDone: boolean }) {
  return (
    <span
      role="img"
      className={styles.box}
      data-checked={isDone}
      aria-label={isDone ? messageCopy.markdown.done : messageCopy.markdown.open}
    />
  );
}
