import { IncrementalMarkdown } from './incremental-markdown.ts';

/** Text beyond Latin-1 with each kind of block and of mark. */
const SAMPLE = `# “A” heading

A **bold**, *inclined* and ~~old~~ text — with \`code\`, a [link](https://example.com), $x^2$ and <b>tags</b>.

1. one
   - two

| a | b |
|---|---|
| c | d |

> A quotation…

\`\`\`ts
code
\`\`\`

$$
x
$$

The end
`;

/**
 * Lexes a sample, so that the browser has compiled the lexer's regular expressions before a reply needs them. A browser
 * compiles each at its second use, and once more for a text beyond Latin-1, such as one with an emoji. During a reply,
 * this would stop a slow device from drawing it for two frames.
 */
export async function warmUpLexer(): Promise<void> {
  for (let use = 0; use < 3; use += 1) new IncrementalMarkdown().update(SAMPLE);
}
