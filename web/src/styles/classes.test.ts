/** Style sheets and markup agree: a class that is used exists, and one that exists is used. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = path.join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const filesLike = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).sort();

const modules = filesLike('src/**/*.module.css');
const markup = filesLike('src/**/*.tsx').map((file) => ({ file, code: read(file) }));
const IMPORT = /^import .*;$/gm;

/** Classes that a style sheet defines. Those in `:global` belong to another style sheet. */
const definedIn = (css: string): Set<string> =>
  new Set(
    css
      .replaceAll(/\/\*.*?\*\/|:global\([^)]*\)|url\([^)]*\)/gs, '')
      .matchAll(/\.([a-z][\w-]*)/gi)
      .map(([, name = '']) => name),
  );

interface Use {
  readonly file: string;
  readonly module: string;
  /** Undefined where a variable says which class. */
  readonly name: string | undefined;
}

/** Uses of a CSS Module's classes. */
const uses: readonly Use[] = markup.flatMap(({ file, code }) =>
  [...code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, local, from = '']) => {
    const module = path.join(path.dirname(file), from);
    const found = code
      .replaceAll(IMPORT, '')
      .matchAll(new RegExp(`\\b${local}(?:\\.(\\w+)|\\['([\\w-]+)'\\]|\\[(?!'))`, 'g'));
    return [...found].map(([, property, key]) => ({ file, module, name: property ?? key }));
  }),
);

describe('CSS Modules', () => {
  it('define every class that is used', () => {
    const missing = uses.filter(
      ({ module, name }) => name !== undefined && !definedIn(read(module)).has(name),
    );
    expect(missing).toEqual([]);
  });

  it.each(modules)('%s has no class that nothing uses', (module) => {
    const used = uses.filter((use) => use.module === module).map(({ name }) => name);
    const dead = used.includes(undefined) ? [] : [...definedIn(read(module)).difference(new Set(used))];
    expect(dead).toEqual([]);
  });
});

describe('global classes', () => {
  const sheets = filesLike('src/**/*.css').filter((file) => !modules.includes(file));
  const defined = definedIn(read('src/styles/design-tokens-and-base.css'));
  const namedIn = (code: string): string[] =>
    [...code.matchAll(/class(?:Name)?="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '));

  it('are defined in one style sheet', () => {
    expect(sheets.filter((sheet) => definedIn(read(sheet)).size > 0)).toEqual([
      'src/styles/design-tokens-and-base.css',
    ]);
  });

  it('are defined if the markup uses them', () => {
    const named = new Set([read('index.html'), ...markup.map(({ code }) => code)].flatMap(namedIn));
    expect([...named.difference(defined)]).toEqual([]);
  });

  it('are used', () => {
    const text = [read('index.html'), ...markup.map(({ code }) => code)].join('\n');
    const isUsed = (name: string) => new RegExp(`["'\`\\s]${name}["'\`\\s]`).test(text);
    expect([...defined].filter((name) => !isUsed(name))).toEqual([]);
  });
});
