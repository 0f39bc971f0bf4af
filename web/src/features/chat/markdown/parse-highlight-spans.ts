/** Part of a code block. Its kind is, for example, `keyword` or `string`. */
export interface Span {
  readonly text: string;
  readonly kind?: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/**
 * Converts the HTML of highlight.js into plain spans, so that this HTML never becomes markup of the page. highlight.js
 * writes only text, the entities in ENTITIES, and spans with a class `hljs-<kind>` or `language-<name>`.
 */
export function parseSpans(html: string): Span[] {
  const spans: Span[] = [];
  const kinds: string[] = [];
  for (const [part, open] of html.matchAll(/<span class="(?:hljs-)?([\w-]+)[^"]*">|<\/span>|[^<]+/g)) {
    if (open !== undefined) kinds.push(open);
    else if (part === '</span>') kinds.pop();
    else {
      const text = part.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? entity);
      const kind = kinds.at(-1);
      spans.push(kind === undefined ? { text } : { text, kind });
    }
  }
  return spans;
}
