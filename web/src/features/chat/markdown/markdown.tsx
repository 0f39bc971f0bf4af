import type { MarkedToken, Token, Tokens } from 'marked';
import { createElement, memo, type ReactNode, useState } from 'react';
import { messageCopy } from '../conversation/conversation-and-markdown-copy.ts';
import { CodeBlock } from './code-block.tsx';
import { Formula } from './formula.tsx';
import { isFormula } from './formula-syntax.ts';
import { hasClosingFence } from './has-closing-fence.ts';
import { type Block, IncrementalMarkdown } from './incremental-markdown.ts';
import { Inline } from './inline.tsx';
import styles from './markdown.module.css';
import { TaskBox } from './task-box.tsx';

/**
 * Renders Markdown as elements of an allow-list. HTML in the text is shown as text. While `source` grows at its end,
 * only its last blocks are parsed and rendered again.
 */
export function Markdown({ source }: { readonly source: string }) {
  const [parser] = useState(() => new IncrementalMarkdown());
  return parser.update(source).map((block) => <MemoBlock key={block.key} block={block} />);
}

const MemoBlock = memo(({ block }: { readonly block: Block }) => (
  <BlockToken token={block.token} depth={0} />
));

const MAX_DEPTH = 10;
const MAX_TABLE_CELLS = 5_000;
/** Lowers headings below the page's own headings. */
const HEADING_OFFSET = 2;

interface TokenProps {
  readonly token: Token;
  readonly depth: number;
}

export function BlockToken({ token, depth }: TokenProps): ReactNode {
  if (depth > MAX_DEPTH) return token.raw;
  if (isFormula(token)) return <Formula formula={token} isBlock />;
  // Only `plain` (incremental-markdown.ts, formula-syntax.ts) is not a `MarkedToken`. The default case handles it.
  const known = token as MarkedToken;
  switch (known.type) {
    case 'space':
    case 'def':
      return null;
    case 'paragraph':
      return (
        <p dir="auto">
          <Inline tokens={known.tokens} depth={depth} />
        </p>
      );
    case 'heading': {
      const level = Math.min(6, known.depth + HEADING_OFFSET);
      return createElement(`h${level}`, { dir: 'auto' }, <Inline tokens={known.tokens} depth={depth} />);
    }
    case 'code':
      return (
        <CodeBlock
          code={known.text}
          language={known.lang?.match(/^[\w+#-]+/)?.[0]}
          isClosed={hasClosingFence(known.raw)}
        />
      );
    case 'blockquote':
      return (
        <blockquote dir={directionOf(known.raw)}>
          <Blocks tokens={known.tokens} depth={depth + 1} />
        </blockquote>
      );
    case 'list':
      return <List list={known} depth={depth} />;
    case 'table':
      return <Table table={known} depth={depth} />;
    case 'checkbox':
      return <TaskBox isDone={known.checked} />;
    case 'hr':
      return <hr />;
    case 'text':
      return known.tokens ? <Inline tokens={known.tokens} depth={depth} /> : known.text;
    default:
      return (
        <p dir="auto" className={styles.plain}>
          {token.raw.trimEnd()}
        </p>
      );
  }
}

function Blocks({ tokens, depth }: { readonly tokens: readonly Token[]; readonly depth: number }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no id other than their position
  return tokens.map((token, i) => <BlockToken key={i} token={token} depth={depth} />);
}

/**
 * Matches a list, quote or table whose first letter runs from right to left. The `x` of a done task does not count.
 * `dir="auto"` would not find the first letter, because `auto` skips children that have a `dir` of their own.
 */
const RIGHT_TO_LEFT =
  /^(?:\[[xX]\]\s|\P{L})*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const directionOf = (raw: string) => (RIGHT_TO_LEFT.test(raw) ? 'rtl' : 'ltr');

function List({ list, depth }: { readonly list: Tokens.List; readonly depth: number }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: items have no id other than their position
  const items = list.items.map((item, i) => <Item key={i} item={item} depth={depth} />);
  const dir = RIGHT_TO_LEFT.test(list.raw) ? 'rtl' : undefined;
  if (!list.ordered) return <ul dir={dir}>{items}</ul>;
  return (
    <ol dir={dir} {...(typeof list.start === 'number' && list.start !== 1 && { start: list.start })}>
      {items}
    </ol>
  );
}

/** `memo` skips the finished items of a growing list, which stay the same objects. */
const Item = memo(({ item, depth }: { readonly item: Tokens.ListItem; readonly depth: number }) => (
  <li dir="auto" className={item.task ? styles.task : undefined}>
    <Blocks tokens={item.tokens} depth={depth + 1} />
  </li>
));

function Table({ table, depth }: { readonly table: Tokens.Table; readonly depth: number }) {
  if (table.header.length * table.rows.length > MAX_TABLE_CELLS)
    return <p className={styles.plain}>{table.raw}</p>;
  return (
    <section
      dir={directionOf(table.raw)}
      className={styles.table}
      aria-label={messageCopy.markdown.table}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and must do so by keyboard
      tabIndex={0}
    >
      <table>
        <thead>
          <Row cells={table.header} depth={depth} />
        </thead>
        <tbody>
          {table.rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id other than their position
            <Row key={i} cells={row} depth={depth} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const Row = memo(
  ({ cells, depth }: { readonly cells: readonly Tokens.TableCell[]; readonly depth: number }) => (
    <tr>
      {cells.map(({ header, align, text, tokens }, i) =>
        createElement(
          header ? 'th' : 'td',
          // A cell without letters, such as a number, has the table's direction. With `auto` it would have `ltr`.
          { key: i, ...(/\p{L}/u.test(text) && { dir: 'auto' }), ...(align && { className: styles[align] }) },
          <Inline tokens={tokens} depth={depth} />,
        ),
      )}
    </tr>
  ),
);
