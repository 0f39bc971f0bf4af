import { useStore } from '../../../lib/observable-store.ts';
import { Streaming } from '../markdown/code-block.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import type { LiveReply } from '../state/turns/live-reply.ts';
import { isPlaceholder, type ViewMessage } from '../state/turns/shown-message.ts';
import { messageCopy } from './conversation-and-markdown-copy.ts';
import styles from './message-view.module.css';

const NOTHING = { get: () => '', subscribe: () => () => undefined };
const asStore = (live: LiveReply | undefined) =>
  live ? { get: live.shown, subscribe: live.subscribe } : NOTHING;

/**
 * Text of a reply. One component renders it during and after streaming, so that React keeps the elements when the reply
 * ends.
 */
export function ReplyText({ message }: { readonly message: ViewMessage }) {
  const { live, content } = message;
  const streamed = useStore(asStore(live));
  const text = live ? streamed : content;
  if (isPlaceholder(message) && streamed === '') return <p className={styles.placeholder}>{content}</p>;
  if (live && text === '')
    return (
      <img
        className={styles.generating}
        src="/generating.svg"
        width="44"
        height="16"
        alt={messageCopy.generating}
      />
    );
  return (
    <Streaming value={live !== undefined}>
      <Markdown source={text} />
    </Streaming>
  );
}
