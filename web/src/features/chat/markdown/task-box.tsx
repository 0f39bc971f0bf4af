import { messageCopy } from '../conversation/conversation-and-markdown-copy.ts';
import styles from './markdown.module.css';

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
