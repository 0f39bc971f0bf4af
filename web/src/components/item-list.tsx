import type { ReactNode } from 'react';
import styles from './item-list.module.css';

interface ChildrenProps {
  readonly children: ReactNode;
}

/** List of items with a line between them. */
export const ItemList = ({ children }: ChildrenProps) => <ul className={styles.list}>{children}</ul>;

interface ItemProps {
  /** Text of the item, in paragraphs. */
  readonly text: ReactNode;
  /** Buttons or a badge at the item's end. */
  readonly children?: ReactNode;
}

export const Item = ({ text, children }: ItemProps) => (
  <li className={styles.item}>
    <div className={styles.text}>{text}</div>
    {children}
  </li>
);

/** Name of an item, the first paragraph of its text. */
export const ItemName = ({ children }: ChildrenProps) => (
  <p className={styles.name} dir="auto">
    {children}
  </p>
);
