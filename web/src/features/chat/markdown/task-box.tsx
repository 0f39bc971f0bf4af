import { messageCopy } from '../conversation/copy.ts';
import styles from './markdown.module.css';

/**
 * Box of a task in a list. The parser `marked` makes a token for the box. In a tight list, the token is a child of the
 * list item. In a loose list, it is a child of the item's first paragraph.
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
