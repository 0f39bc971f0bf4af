import { IncrementalMarkdown } from './incremental-markdown.ts';

/** Text with characters beyond Latin-1, and with the usual kinds of Markdown blocks and inline elements. */
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
 * Lexes the sample, so that the browser compiles the lexer's regular expressions before a reply needs them. V8 (the
 * engine of Chrome) compiles a regular expression at its second use, separately for texts in Latin-1 and for other
 * texts, such as a text with an emoji. So both the sample and a copy in Latin-1 are lexed more than once. In the middle
 * of a reply, each of the two compilations would make a slow device skip about two animation frames.
 */
export async function warmUpLexer(): Promise<void> {
  for (const text of [SAMPLE, SAMPLE.replace(/[^\0-\xff]/g, '-')])
    for (let use = 0; use < 3; use += 1) new IncrementalMarkdown().update(text);
}
