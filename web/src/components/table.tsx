import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './table.module.css';

interface TableProps {
  /** With `records`, each row becomes a card on a narrow screen. */
  readonly kind: 'records' | 'numbers';
  readonly columns: readonly string[];
  /** Heading cell of an extra first column. The caller marks the cells of this column with `data-lead`. */
  readonly lead?: ReactNode;
  readonly caption?: string;
  readonly children: ReactNode;
}

export function Table({ kind, columns, lead, caption, children }: TableProps) {
  return (
    <table className={classNames(styles.table, styles[kind])}>
      {caption !== undefined && <caption className="visually-hidden">{caption}</caption>}
      <thead>
        <tr>
          {lead}
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </table>
  );
}

interface CellProps {
  readonly label: string;
  /** A card leaves an empty cell out. @default false */
  readonly isEmpty?: boolean;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

export const Cell = ({ label, isEmpty = false, className, children }: CellProps) => (
  <td data-label={label} data-empty={isEmpty} className={className}>
    {children}
  </td>
);
