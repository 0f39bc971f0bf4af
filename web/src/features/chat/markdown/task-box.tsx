import { messageCopy } from '../conversation/copy.ts';
import styles from './markdown.module.css';

/** Box of a task in a list. marked puts its token into the item, or into the item's first paragraph in a loose list. */
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
