import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { DiagramRequest } from '../../../../diagram/messages.ts';
import { createStore, useStore } from '../../../lib/observable-store.ts';
import { diagramCopy } from './copy.ts';
import styles from './diagram.module.css';
import { parseReport } from './parse-report.ts';

/** Milliseconds for the frame to load and draw. After that it is removed, which also ends a layout that hangs. */
const LIMIT_MS = 20_000;

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const theme = createStore<DiagramRequest['theme']>(dark.matches ? 'dark' : 'light');
dark.addEventListener('change', ({ matches }) => theme.set(matches ? 'dark' : 'light'));

interface DiagramProps {
  readonly source: string;
  /** Height of the frame in pixels until the diagram is drawn. */
  readonly height: number;
  readonly onHeight: (height: number) => void;
  /** Called with a sentence for the user. The caller then removes the diagram. */
  readonly onFailure: (message: string) => void;
}

/** Shows a diagram in a frame. Another theme needs another frame, because a frame draws one diagram. */
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
  const port = useRef<MessagePort>(undefined);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (isDrawn) return;
    const timer = setTimeout(() => onFailure(diagramCopy.tooSlow), LIMIT_MS);
    return () => clearTimeout(timer);
  }, [isDrawn, onFailure]);
  useEffect(() => () => port.current?.close(), []);

  const connect = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    // A second document: the frame has left its own.
    if (port.current) return onFailure(diagramCopy.failed(''));
    const { port1, port2 } = new MessageChannel();
    port.current = port1;
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      const report = parseReport(data);
      if (report.type === 'failed') return onFailure(diagramCopy.failed(report.reason));
      setDrawn(true);
      onHeight(report.height);
    };
    // An opaque origin cannot be named as the target. `frame-src` keeps other sites out of the frame.
    currentTarget.contentWindow?.postMessage('diagram', '*', [port2]);
    port1.postMessage(request);
  };

  return (
    <>
      {!isDrawn && (
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
