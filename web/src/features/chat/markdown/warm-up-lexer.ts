import { IncrementalMarkdown } from './incremental-markdown.ts';

/** Text in Latin-1. */
const SAMPLE = `# "A" heading

A **bold**, *inclined* and ~~old~~ text - with \`code\`, a [link](https://example.com), $x^2$ and <b>tags</b>.

1. one
   - two

| a | b |
|---|---|
| c | d |

> A quotation

\`\`\`ts
code
\`\`\`

$$
x
$$

The end
`;

/**
 * Lexes the sample so that the browser compiles the lexer's regular expressions before a reply needs them. Otherwise a
 * reply skips animation frames on a slow device. V8 (the engine of Chrome) compiles a regular expression at its second
 * use, once for texts in Latin-1 and once for other texts. So the lexer reads the sample, which is in Latin-1, and a
 * copy with a character outside Latin-1. The copy must be made from the sample. If the sample were made from the copy,
 * V8 would store both texts as texts outside Latin-1, and would compile nothing for texts in Latin-1.
 */
export async function warmUpLexer(): Promise<void> {
  for (const text of [SAMPLE.replaceAll('"', '”'), SAMPLE])
    for (let use = 0; use < 2; use += 1) new IncrementalMarkdown().update(text);
}
