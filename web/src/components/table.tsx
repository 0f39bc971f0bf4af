import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './table.module.css';

interface TableProps {
  /**
   * With `records`, each row becomes a card on a narrow screen. With `numbers`, the text of each cell is aligned at the
   * cell's end, except in the first column and in cells with `dir="auto"`.
   */
  readonly kind: 'records' | 'numbers';
  readonly columns: readonly string[];
  /** Heading cell of an extra first column. The caller marks it and the cells below it with `data-lead`. */
  readonly lead?: ReactNode;
  readonly caption?: string;
  /** The elements `tbody` and `tfoot`. */
  readonly children: ReactNode;
}

/** Table with a heading for each column. */
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
  /** Heading of the column. A card shows it beside the cell's content. */
  readonly label: string;
  /** True for a cell without content, which a card leaves out. @default false */
  readonly isEmpty?: boolean;
  readonly className?: string | undefined;
  readonly children?: ReactNode;
}

/** Cell of a row in a table of `records`. */
export const Cell = ({ label, isEmpty = false, className, children }: CellProps) => (
  <td data-label={label} data-empty={isEmpty} className={className}>
    {children}
  </td>
);
