import type { MarkedToken, Token, Tokens } from 'marked';
import { createElement, memo, type ReactNode, useState } from 'react';
import { messageCopy } from '../copy.ts';
import { CodeBlock } from './code-block.tsx';
import { type Block, IncrementalMarkdown } from './incremental-markdown.ts';
import { Inline } from './inline.tsx';
import styles from './markdown.module.css';

/**
 * Markdown as elements of an allow-list; no HTML of the text reaches the page. While `source` grows at its end,
 * only its last blocks are parsed and rendered again.
 */
export function Markdown({ source }: { readonly source: string }) {
  const [parser] = useState(() => new IncrementalMarkdown());
  return parser.update(source).map((block) => <MemoBlock key={block.key} block={block} />);
}

const MemoBlock = memo(({ block }: { readonly block: Block }) => (
  <BlockToken token={block.token} depth={0} />
));

/** Nesting deeper than this is shown as text. */
const MAX_DEPTH = 10;
const MAX_TABLE_CELLS = 5_000;
/** The page's own headings come first. */
const HEADING_OFFSET = 2;

interface TokenProps {
  readonly token: Token;
  readonly depth: number;
}

/** A block token of marked as React elements. What is not named here is shown as the text it was written as. */
export function BlockToken({ token, depth }: TokenProps): ReactNode {
  if (depth > MAX_DEPTH) return token.raw;
  // marked's own type narrows by `type`; tokens of extensions, of which there are none here, are not in it.
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
      return <CodeBlock code={known.text} language={known.lang?.match(/^[\w+#-]+/)?.[0]} />;
    case 'blockquote':
      return (
        <blockquote dir="auto">
          <Blocks tokens={known.tokens} depth={depth + 1} />
        </blockquote>
      );
    case 'list':
      return <List list={known} depth={depth} />;
    case 'table':
      return <Table table={known} depth={depth} />;
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
  // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity but their place
  return tokens.map((token, i) => <BlockToken key={i} token={token} depth={depth} />);
}

/**
 * The first letter runs right to left. The numbers stand on that side, which `dir="auto"` does not see through to:
 * it leaves out what has a direction of its own, as the items have.
 */
const RIGHT_TO_LEFT =
  /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

function List({ list, depth }: { readonly list: Tokens.List; readonly depth: number }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity but their place
  const items = list.items.map((item, i) => <Item key={i} item={item} depth={depth} />);
  const dir = RIGHT_TO_LEFT.test(list.raw) ? 'rtl' : undefined;
  if (!list.ordered) return <ul dir={dir}>{items}</ul>;
  return (
    <ol dir={dir} {...(typeof list.start === 'number' && list.start !== 1 && { start: list.start })}>
      {items}
    </ol>
  );
}

/** Rendered again only while it grows: closed items of a growing list stay the same objects. */
const Item = memo(({ item, depth }: { readonly item: Tokens.ListItem; readonly depth: number }) => (
  <li dir="auto" className={item.task ? styles.task : undefined}>
    {item.task && (
      <span
        role="img"
        className={styles.box}
        data-checked={item.checked}
        aria-label={item.checked ? messageCopy.markdown.done : messageCopy.markdown.open}
      />
    )}
    <Blocks tokens={item.tokens.filter(({ type }) => type !== 'checkbox')} depth={depth + 1} />
  </li>
));

function Table({ table, depth }: { readonly table: Tokens.Table; readonly depth: number }) {
  if (table.header.length * table.rows.length > MAX_TABLE_CELLS)
    return <p className={styles.plain}>{table.raw}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and must do so by keyboard
    <section className={styles.table} aria-label={messageCopy.markdown.table} tabIndex={0}>
      <table>
        <thead>
          <Row cells={table.header} depth={depth} />
        </thead>
        <tbody>
          {table.rows.map((row, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
            <Row key={i} cells={row} depth={depth} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A row of a table. As an item of a list, it is rendered again only while it grows. */
const Row = memo(
  ({ cells, depth }: { readonly cells: readonly Tokens.TableCell[]; readonly depth: number }) => (
    <tr>
      {cells.map(({ header, align, tokens }, i) =>
        createElement(
          header ? 'th' : 'td',
          { key: i, dir: 'auto', ...(align && { className: styles[align] }) },
          <Inline tokens={tokens} depth={depth} />,
        ),
      )}
    </tr>
  ),
);
