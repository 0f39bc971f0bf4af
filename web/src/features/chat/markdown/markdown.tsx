import { memo, useState } from 'react';
import { BlockToken } from './blocks.tsx';
import { type Block, IncrementalMarkdown } from './parser.ts';

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
