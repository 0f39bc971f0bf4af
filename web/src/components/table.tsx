import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './table.module.css';

interface TableProps {
  /** On a narrow screen each of the `records` is a card. `numbers` stand at the end of their cells. */
  readonly kind: 'records' | 'numbers';
  readonly columns: readonly string[];
  /** A heading before the columns, marked with `data-lead` like the cells below it. */
  readonly lead?: ReactNode;
  readonly caption?: string;
  /** Bodies and foot. */
  readonly children: ReactNode;
}

/** A table with a heading for each column. */
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
  /** Heading of the column, which stands beside the cell where a record is a card. */
  readonly label: string;
  /** A card leaves it out. */
  readonly isEmpty?: boolean;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** A cell of a record. */
export const Cell = ({ label, isEmpty = false, className, children }: CellProps) => (
  <td data-label={label} data-empty={isEmpty} className={className}>
    {children}
  </td>
);
