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
 * engine of Chrome) compiles a regular expression at its second use, once for texts of Latin-1 characters and once for
 * other texts, such as one with an emoji. So a copy of the sample in Latin-1 is lexed, too. Each text is lexed three
 * times, so that every expression has a second use. In the middle of a reply, each of the two compilations would make a
 * slow device skip about two animation frames.
 */
export async function warmUpLexer(): Promise<void> {
  for (const text of [SAMPLE, SAMPLE.replace(/[^\0-\xff]/g, '-')])
    for (let use = 0; use < 3; use += 1) new IncrementalMarkdown().update(text);
}
