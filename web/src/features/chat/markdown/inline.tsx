import type { MarkedToken, Token } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { messageCopy } from '../conversation/conversation-and-markdown-copy.ts';
import { Formula } from './formula.tsx';
import { isFormula } from './formula-syntax.ts';
import { safeLink } from './safe-link.ts';
import { TaskBox } from './task-box.tsx';

/** Maximum nesting depth, enclosing blocks included. A deeper token is shown as its Markdown source. */
const MAX_DEPTH = 20;

/**
 * Renders inline tokens. A token that `InlineToken` does not support, such as HTML, is shown as its Markdown source.
 * `depth` is the nesting depth of the token that contains the inline tokens.
 */
export function Inline({
  tokens,
  depth,
}: {
  readonly tokens: readonly Token[] | undefined;
  readonly depth: number;
}) {
  return tokens?.map((token, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no id other than their position
    <Fragment key={i}>
      <InlineToken token={token} depth={depth + 1} />
    </Fragment>
  ));
}

function InlineToken({ token, depth }: { readonly token: Token; readonly depth: number }): ReactNode {
  if (depth > MAX_DEPTH) return token.raw;
  if (isFormula(token)) return <Formula formula={token} />;
  const known = token as MarkedToken;
  switch (known.type) {
    case 'text':
      return known.tokens ? <Inline tokens={known.tokens} depth={depth} /> : decode(known.text);
    case 'escape':
      return known.text;
    case 'strong':
      return (
        <strong>
          <Inline tokens={known.tokens} depth={depth} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inline tokens={known.tokens} depth={depth} />
        </em>
      );
    case 'del':
      return (
        <del>
          <Inline tokens={known.tokens} depth={depth} />
        </del>
      );
    case 'codespan':
      return <code>{known.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return <Link href={known.href}>{<Inline tokens={known.tokens} depth={depth} />}</Link>;
    case 'image':
      return <Link href={known.href}>{messageCopy.markdown.image(known.text)}</Link>;
    case 'checkbox':
      return <TaskBox isDone={known.checked} />;
    default:
      return token.raw;
  }
}

/** Renders a link that opens in a new tab, without a referrer or access to this page. An unsafe link becomes text. */
function Link({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const link = safeLink(href);
  if (!link) return <span>{children}</span>;
  return (
    <a href={link.href} title={link.host} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00A0',
};
const decode = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (e) => ENTITIES[e] ?? e);
