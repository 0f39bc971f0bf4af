import { createContext, useContext, useEffect, useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { messageCopy } from '../conversation/conversation-and-markdown-copy.ts';
import { useDiagram } from '../diagram/use-diagram-state.ts';
import { highlightCode } from './highlight-in-worker.ts';
import styles from './markdown.module.css';
import type { Span } from './parse-highlight-spans.ts';

const SETTLE_MS = 150;
const COPIED_MS = 2_000;

interface CodeBlockProps {
  readonly code: string;
  readonly language: string | undefined;
  /** True when the closing fence is there. */
  readonly isClosed: boolean;
}

/** True while the reply that contains the code is streaming. */
export const Streaming = createContext(false);

export function CodeBlock({ code, language, isClosed }: CodeBlockProps) {
  const spans = useSpans(code, language);
  const streaming = useContext(Streaming);
  const diagram = useDiagram(code);
  const name = language ?? messageCopy.code.plain;
  const hasDiagram = name.toLowerCase() === 'mermaid' && (isClosed || !streaming);
  const height = hasDiagram ? diagram.height : undefined;
  return (
    <figure className={styles.code} aria-label={messageCopy.code.language(name)}>
      <figcaption className={styles.codeBar}>
        <span className={styles.codeName}>{name}</span>
        {hasDiagram && (
          <button type="button" className={styles.codeCopy} onClick={diagram.toggle}>
            {height === undefined ? messageCopy.diagram.show : messageCopy.diagram.hide}
          </button>
        )}
        <CopyButton text={code} />
      </figcaption>
      {hasDiagram && diagram.failure !== undefined && (
        <p role="alert" className={styles.codeFailure}>
          {diagram.failure}
        </p>
      )}
      {height !== undefined && (
        <OnDemand load={loadDiagram} onFailure={diagram.failToLoad} isQuiet>
          {({ Diagram }) => (
            <Diagram source={code} height={height} onHeight={diagram.show} onFailure={diagram.fail} />
          )}
        </OnDemand>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and must do so by keyboard */}
      <pre dir="ltr" tabIndex={0} hidden={height !== undefined}>
        <code>{spans ? spans.map(renderSpan) : code}</code>
      </pre>
    </figure>
  );
}

const loadDiagram = () => import('../diagram/diagram.tsx');

const renderSpan = ({ text, kind }: Span, i: number) =>
  kind === undefined ? (
    text
  ) : (
    <span key={i} className={styles[`hl-${kind}`]}>
      {text}
    </span>
  );

function useSpans(code: string, language: string | undefined): readonly Span[] | undefined {
  const streaming = useContext(Streaming);
  const [result, setResult] = useState<{ code: string; spans: readonly Span[] | undefined }>();
  useEffect(() => {
    if (language === undefined) return;
    let current = true;
    const timer = setTimeout(
      async () => {
        const spans = await highlightCode(code, language);
        if (current) setResult({ code, spans });
      },
      streaming ? SETTLE_MS : 0,
    );
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [code, language, streaming]);
  return result?.code === code ? result.spans : undefined;
}

function CopyButton({ text }: { readonly text: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <button type="button" className={styles.codeCopy} onClick={copy}>
      <Icon name={copied ? 'check' : 'copy'} size={16} />
      {copied ? messageCopy.code.copied : messageCopy.code.copy}
    </button>
  );
}
