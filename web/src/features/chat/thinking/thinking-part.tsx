import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react';
import { classNames } from '../../../components/class-names.ts';
import { LineIcon } from '../../../components/line-icon.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import { Streaming } from '../markdown/code-block.tsx';
import markdownStyles from '../markdown/markdown.module.css';
import { Markdown } from '../markdown/markdown.tsx';
import type { LiveReply } from '../state/turns/live-reply.ts';
import { NO_THINKING } from '../state/turns/live-thinking.ts';
import type { ViewMessage } from '../state/turns/shown-message.ts';
import { thinkingCopy } from './copy.ts';
import styles from './thinking.module.css';

const OPEN = 'M9 6l6 6-6 6';

/**
 * Line above a reply that tells how long the model thought. A click opens the thoughts, if this page was open while
 * they streamed.
 */
export function ThinkingPart({ message }: { readonly message: ViewMessage }) {
  const { thinking, thoughtMs, status } = message;
  const state = useStore(thinking?.state ?? NO_THINKING);
  const ms = thoughtMs ?? state?.ms;
  if (!state && ms === undefined) return null;
  const isThinking = status === 'streaming' && ms === undefined;
  const label = ms === undefined ? thinkingCopy.done : thinkingCopy.doneFor(ms);
  if (!thinking || !state) return <p className={styles.summary}>{label}</p>;
  return (
    <Thoughts text={thinking.text} label={isThinking ? thinkingCopy.now : label} isThinking={isThinking}>
      {isThinking && state.since !== undefined && <Seconds since={state.since} />}
    </Thoughts>
  );
}

interface ThoughtsProps {
  readonly text: LiveReply;
  readonly label: string;
  readonly isThinking: boolean;
  /** Seconds since the thinking began, shown after the label. */
  readonly children: ReactNode;
}

function Thoughts({ text, label, isThinking, children }: ThoughtsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const hasText = useSyncExternalStore(text.subscribe, () => text.text() !== '');
  if (!isThinking && !hasText) return <p className={styles.summary}>{label}</p>;
  return (
    <div className={styles.part}>
      <button
        type="button"
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <LineIcon name="open" path={OPEN} size={14} />
        <span className={isThinking ? styles.calm : undefined}>{label}</span>
        {children}
      </button>
      {isOpen && <ThoughtText id={id} text={text} isThinking={isThinking} />}
    </div>
  );
}

interface ThoughtTextProps {
  readonly id: string;
  readonly text: LiveReply;
  readonly isThinking: boolean;
}

function ThoughtText({ id, text, isThinking }: ThoughtTextProps) {
  const shown = useSyncExternalStore(text.subscribe, text.shown);
  return (
    <div id={id} className={classNames(markdownStyles.prose, styles.text)}>
      {shown === '' ? (
        <p>{thinkingCopy.none}</p>
      ) : (
        <Streaming value={isThinking}>
          <Markdown source={shown} />
        </Streaming>
      )}
    </div>
  );
}

/** Seconds since `since` (by `performance.now()`). Hidden from screen readers, which would read each new number. */
function Seconds({ since }: { readonly since: number }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span aria-hidden className={styles.seconds}>
      {thinkingCopy.seconds(Math.max(0, Math.floor((now - since) / 1_000)))}
    </span>
  );
}
