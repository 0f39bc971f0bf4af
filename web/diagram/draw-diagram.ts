import mermaid from 'mermaid';
import type { DiagramTheme } from './page-and-iframe-messages.ts';
import { FONTS, THEME_CSS, themeVariables } from './theme.ts';

/** Limits of a source, in characters and edges. The layout of a larger diagram would take seconds. */
const MAX_SOURCE = 20_000;
const MAX_EDGES = 300;
/** Smallest scale of a diagram that is wider than the frame. A diagram that is still too wide scrolls. */
const MIN_SCALE = 0.65;

/** Names of settings that a diagram's directive or front matter may not change, not even inside another setting. */
const SECURE = [
  'secure',
  'securityLevel',
  'startOnLoad',
  'maxTextSize',
  'maxEdges',
  'suppressErrorRendering',
  'htmlLabels',
  'dompurifyConfig',
  'theme',
  'themeCSS',
  'themeVariables',
  'darkMode',
  'fontFamily',
  'altFontFamily',
];

const ADDRESSES = new Set(['href', 'xlink:href', 'src']);

/** @throws Error with the reason if the source is too long or not a valid diagram */
export async function drawDiagram(source: string, theme: DiagramTheme): Promise<SVGSVGElement> {
  if (source.length > MAX_SOURCE) throw new Error(`its source is longer than ${MAX_SOURCE} characters`);
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    secure: SECURE,
    htmlLabels: false,
    maxTextSize: MAX_SOURCE,
    maxEdges: MAX_EDGES,
    suppressErrorRendering: true,
    theme: 'base',
    darkMode: theme === 'dark',
    fontFamily: FONTS,
    themeVariables: themeVariables(theme),
    themeCSS: THEME_CSS,
  });
  const { svg } = await mermaid.render('drawing', source);
  return fitted(harmless(svg));
}

/**
 * Parses the SVG and removes scripts, event handlers, and each `href` and `src` that leads out of the SVG. Parsing
 * alone neither runs nor loads anything.
 */
function harmless(text: string): SVGSVGElement {
  const svg = new DOMParser().parseFromString(text, 'text/html').querySelector('svg');
  if (!svg) throw new Error('it is empty');
  for (const element of svg.querySelectorAll('*')) {
    if (element.localName === 'script') element.remove();
    for (const { name, value } of [...element.attributes]) {
      const leadsAway = ADDRESSES.has(name) && !value.startsWith('#');
      if (leadsAway || name.startsWith('on')) element.removeAttribute(name);
    }
  }
  return svg;
}

function fitted(svg: SVGSVGElement): SVGSVGElement {
  const { width } = svg.viewBox.baseVal;
  svg.removeAttribute('height');
  svg.style.width = '100%';
  if (width > 0) {
    svg.style.maxWidth = `${width}px`;
    svg.style.minWidth = `${Math.round(width * MIN_SCALE)}px`;
  }
  if (!svg.hasAttribute('aria-labelledby')) svg.setAttribute('aria-label', 'Diagram');
  return svg;
}
