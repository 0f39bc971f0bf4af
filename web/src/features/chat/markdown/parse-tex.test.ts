import { expect, it } from 'vitest';
import { formulaTree, type TreeNode } from './parse-tex.ts';

/** Returns the attributes and styles of a formula that have a size, without those of zero. */
function sizesOf(tex: string): readonly unknown[] {
  const of = ({ attributes, style, children = [] }: TreeNode): readonly unknown[] => [
    ...Object.values({ ...attributes, ...style }).filter((value) => /[1-9][\d.]*[a-z]/.test(String(value))),
    ...children.flatMap(of),
  ];
  return of(formulaTree(tex, true) ?? expect.fail('refused'));
}

it.each([
  ['\\rule{500cm}{500cm}', ['8.47cm', '8.47cm']],
  ['\\rule{300mm}{90in}', ['84.67mm', '3.33in']],
  ['\\rule{900pt}{900em}', ['240pt', '20em']],
  ['\\rule[500cm]{1cm}{1cm}', ['+8.47cm', '8.47cm', '1cm', '1cm']],
  ['\\raisebox{-500cm}{x}', ['-8.47cm', '0 0 8.47cm 0']],
  ['\\kern-500em x', ['-20em']],
  ['\\genfrac{}{}{500cm}{}{a}{b}', ['8.47cm']],
])('the sizes of %s are bounded', (tex, sizes) => {
  expect(sizesOf(tex)).toEqual(sizes);
});

it.each([
  ['\\rule{60pt}{1em}', ['59.7758pt', '1em']],
  ['\\rule{3cm}{0.5mm}', ['3cm', '0.5mm']],
  ['\\hspace{-2em}x', ['-2em']],
  ['\\rule{72px}{1in}', ['72px', '1in']],
])('the sizes of %s stay', (tex, sizes) => {
  expect(sizesOf(tex)).toEqual(sizes);
});
