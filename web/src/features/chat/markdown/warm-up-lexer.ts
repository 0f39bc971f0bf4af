import { IncrementalMarkdown } from './incremental-markdown.ts';

/** Text with characters beyond Latin-1, and with the usual kinds of blocks and marks. */
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
 * Lexes a sample, so that the browser has compiled the lexer's regular expressions before a reply needs them. V8 (the
 * engine of Chrome) compiles each at its second use, and once more for a text beyond Latin-1, such as one with an
 * emoji. In the middle of a reply, this compiling would keep a slow device from drawing for about two frames.
 */
export async function warmUpLexer(): Promise<void> {
  for (let use = 0; use < 3; use += 1) new IncrementalMarkdown().update(SAMPLE);
}
