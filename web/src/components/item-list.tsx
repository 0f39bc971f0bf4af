import type { ReactNode } from 'react';
import styles from './item-list.module.css';

interface ChildrenProps {
  readonly children: ReactNode;
}

export const ItemList = ({ children }: ChildrenProps) => <ul className={styles.list}>{children}</ul>;

interface ItemProps {
  readonly text: ReactNode;
  readonly children?: ReactNode;
}

export const Item = ({ text, children }: ItemProps) => (
  <li className={styles.item}>
    <div className={styles.text}>{text}</div>
    {children}
  </li>
);

export const ItemName = ({ children }: ChildrenProps) => (
  <p className={styles.name} dir="auto">
    {children}
  </p>
);
