/**
 * Script of the frame that draws one diagram for the page around it. The frame is sandboxed: it has an opaque origin,
 * and can load nothing but scripts of the site (docs/decisions/0101-diagrams-in-a-frame.md).
 */
import './replace-animation-frames.ts';
import { drawDiagram } from './draw-diagram.ts';
import type { DiagramReport, DiagramRequest } from './page-and-iframe-messages.ts';
import { makeReadable } from './readable-labels.ts';

const MAX_REASON = 160;

/**
 * Accepts a port only from a page of the site. `location.origin` is the site's origin, because the browser derives it
 * from the frame's URL. The frame's own origin, `self.origin`, is opaque.
 */
function connect({ source, origin, ports: [port] }: MessageEvent<unknown>): void {
  if (source !== parent || origin !== location.origin || port === undefined) return;
  removeEventListener('message', connect);
  port.onmessage = ({ data }: MessageEvent<DiagramRequest>) =>
    draw(data, (report) => port.postMessage(report));
}

async function draw({ source, theme }: DiagramRequest, send: (report: DiagramReport) => void): Promise<void> {
  const place = document.querySelector('#diagram');
  if (!place) return;
  send({ type: 'began' });
  try {
    const diagram = await drawDiagram(source, theme);
    place.replaceChildren(diagram);
    makeReadable(diagram);
  } catch (error) {
    return send({ type: 'failed', reason: reasonOf(error) });
  }
  const sendHeight = () => send({ type: 'drawn', height: place.getBoundingClientRect().height });
  sendHeight();
  new ResizeObserver(sendHeight).observe(place);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if (error.name === 'UnknownDiagramError') return 'its kind is not known';
  const [line = ''] = error.message.split('\n');
  return line.replace(/[:.]\s*$/, '').slice(0, MAX_REASON);
}

addEventListener('message', connect);
