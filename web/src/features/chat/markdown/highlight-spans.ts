/** A run of code: its text and, where the highlighter knows one, its kind (`keyword`, `string`, ...). */
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
 * highlight.js answers with HTML of one shape only: text, its five entities, and `<span class="hljs-kind ...">`
 * nested. It is read back into plain spans here, so that it never becomes markup of the page.
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
