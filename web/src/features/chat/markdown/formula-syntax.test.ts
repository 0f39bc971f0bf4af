import type { Token } from 'marked';
import { describe, expect, it } from 'vitest';
import { isFormula } from './formula-syntax.ts';
import { IncrementalMarkdown } from './incremental-markdown.ts';

/** Returns the formulas of a text in their order, display formulas between double braces. */
function formulasOf(text: string): string[] {
  const within = (token: Token): string[] => {
    if (isFormula(token)) return [token.display ? `{{${token.text}}}` : token.text];
    return ['tokens', 'items', 'header', 'rows'].flatMap((name) => {
      const parts: unknown = Reflect.get(token, name);
      return Array.isArray(parts) ? parts.flat().flatMap(within) : [];
    });
  };
  return new IncrementalMarkdown().update(text).flatMap(({ token }) => within(token));
}

describe('a formula', () => {
  it.each([
    ['$x$', ['x']],
    ['Let $a_1 * b_1$ and $c*d$ be.', ['a_1 * b_1', 'c*d']],
    ['\\(x^2\\) and \\[y\\]', ['x^2', '{{y}}']],
    ['设$x$为', ['x']],
    ['**$x$**', ['x']],
    ['Sum $$a+b$$ here', ['{{a+b}}']],
    ['$$\na = b\n$$', ['{{a = b}}']],
    ['  \\[\n  a\n  \\]\nmore', ['{{a}}']],
    ['text\n$$\nx\n$$\ntext', ['{{x}}']],
    ['- item:\n  $$\n  x\n  $$\n- other $y$', ['{{x}}', 'y']],
    ['| a | b |\n|--|--|\n| $x$ | 1 |', ['x']],
    ['> $$x$$', ['{{x}}']],
    ['$\\$5 + \\$6$', ['\\$5 + \\$6']],
    ['$2 x + 3$ and $10^3$', ['2 x + 3', '10^3']],
    [
      '$$\n\\begin{aligned}\na &= b \\\\\n+ c\n\\end{aligned}\n$$',
      ['{{\\begin{aligned}\na &= b \\\\\n+ c\n\\end{aligned}}}'],
    ],
  ])('is found in %j', (text, found) => {
    expect(formulasOf(text)).toEqual(found);
  });
});

describe('no formula', () => {
  it.each([
    ['It costs $5 and $10.'],
    ['between $20 and $30'],
    ['$5-$10'],
    ['US$5, CA$6 and A$'],
    ['costs $5 (about 4$) each'],
    ['$ x $'],
    ['set $HOME and `$PATH`'],
    ['set $HOME to `$x`'],
    ['`$x$`'],
    ['```\n$x$\n\\(y\\)\n```'],
    ['\\$x\\$'],
    ['$$'],
    ['$$ $$'],
    ['a $x\n\ny$ b'],
    ['$$x\n\ny$$'],
    ['[link](https://x.example/$a$)'],
    [`$${'x'.repeat(6_000)}$`],
  ])('is found in %j', (text) => {
    expect(formulasOf(text)).toEqual([]);
  });

  it.each(['$$\na\n= b', '\\[\nx\n- y', 'and $x + y', 'and \\(x'])('stands in unfinished %j', (text) => {
    expect(formulasOf(text)).toEqual([]);
    expect(new IncrementalMarkdown().update(text)).toHaveLength(1);
  });
});
