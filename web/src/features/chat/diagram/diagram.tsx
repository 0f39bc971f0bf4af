import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { DiagramRequest } from '../../../../diagram/page-and-iframe-messages.ts';
import { createStore, useStore } from '../../../lib/observable-store.ts';
import { messageCopy } from '../conversation/conversation-and-markdown-copy.ts';
import { diagramCopy } from './copy.ts';
import styles from './diagram.module.css';
import { createFrameMessageLimit } from './iframe-message-pace-and-limit.ts';
import { parseReport } from './parse-iframe-report.ts';

/** Milliseconds for the frame to load and draw. Then the frame is removed, which also ends a drawing that hangs. */
const LIMIT_MS = 20_000;
/**
 * Milliseconds for a loaded frame to answer. Offline, the frame shows the browser's error page, which fires the load
 * event but never answers.
 */
const ANSWER_MS = { online: 5_000, offline: 500 };

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const theme = createStore<DiagramRequest['theme']>(dark.matches ? 'dark' : 'light');
dark.addEventListener('change', ({ matches }) => theme.set(matches ? 'dark' : 'light'));

interface DiagramProps {
  readonly source: string;
  /** In pixels. Once the diagram is drawn, the parent passes what `onHeight` reported. */
  readonly height: number;
  readonly onHeight: (height: number) => void;
  /** Gets a sentence for the user. The parent must then remove the diagram. */
  readonly onFailure: (message: string) => void;
}

/** Shows a diagram in a frame. A new theme needs a new frame, because a frame draws one diagram. */
export function Diagram(props: DiagramProps) {
  const shown = useStore(theme);
  return <Frame key={shown} request={{ source: props.source, theme: shown }} {...props} />;
}

/**
 * Frame with the library that draws. Its sandbox has no `allow-same-origin`, so its origin is opaque: neither the
 * library nor what a model wrote can reach the page, its storage or the API.
 */
function Frame({
  request,
  height,
  onHeight,
  onFailure,
}: DiagramProps & { readonly request: DiagramRequest }) {
  const disconnect = useRef<() => void>(undefined);
  const [phase, setPhase] = useState<Phase>('loading');
  useTimeLimits(phase, onFailure);
  useEffect(() => () => disconnect.current?.(), []);

  const connect = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    // This is a second load event: the frame has left the document that draws.
    if (disconnect.current) return onFailure(diagramCopy.failed(''));
    const { port1, port2 } = new MessageChannel();
    const { take, stop } = createFrameMessageLimit((drawn) => {
      setPhase('drawn');
      onHeight(drawn);
    });
    disconnect.current = () => {
      port1.close();
      stop();
    };
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      const report = parseReport(data);
      if (report.type === 'failed') return onFailure(diagramCopy.failed(report.reason));
      if (report.type === 'began') setPhase((known) => (known === 'asked' ? 'drawing' : known));
      if (!take(report.type === 'drawn' ? report.height : undefined)) onFailure(diagramCopy.failed(''));
    };
    // The target is `*`, because an opaque origin cannot be named. No other site gets the message: `frame-src` of the
    // content security policy lets the frame show only the product's own pages.
    currentTarget.contentWindow?.postMessage('diagram', '*', [port2]);
    port1.postMessage(request);
    setPhase('asked');
  };

  return (
    <>
      {phase !== 'drawn' && (
        <p role="status" className={styles.drawing}>
          {diagramCopy.drawing}
        </p>
      )}
      <iframe
        className={styles.frame}
        sandbox="allow-scripts"
        src="/diagram.html"
        title={diagramCopy.title}
        style={{ height }}
        onLoad={connect}
      />
    </>
  );
}

type Phase = 'loading' | 'asked' | 'drawing' | 'drawn';

function useTimeLimits(phase: Phase, onFailure: (message: string) => void): void {
  const isDrawn = phase === 'drawn';
  useEffect(() => {
    if (isDrawn) return;
    const timer = setTimeout(() => onFailure(diagramCopy.tooSlow), LIMIT_MS);
    return () => clearTimeout(timer);
  }, [isDrawn, onFailure]);
  useEffect(() => {
    if (phase !== 'asked') return;
    const limit = navigator.onLine ? ANSWER_MS.online : ANSWER_MS.offline;
    const timer = setTimeout(() => onFailure(messageCopy.diagram.notLoaded), limit);
    return () => clearTimeout(timer);
  }, [phase, onFailure]);
}
