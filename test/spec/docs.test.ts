/** Citations in comments and links in the docs lead somewhere; the docs name files that exist. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../support/build-assembly.ts';

const CODE = '{bin,lib,lambdas,web,local,ops,test,bench,training}/**/*.{ts,tsx,js,mjs,css,html}';
const PAGES = ['README.md', 'CONTRIBUTING.md', '{docs,test}/**/*.md', '{local,bench,training}/*.md'];
const exclude = ['**/node_modules/**', 'test/spec/docs.test.ts'];
const pages = globSync(PAGES, { cwd: ROOT, exclude });
const sources = [...globSync(CODE, { cwd: ROOT, exclude }), ...pages];
const records = pages.filter((file) => /^docs\/decisions\/\d/.test(file)).sort();

/** Cites a plan that is not in the repository: "spec 4", "design section 7", "safety row 13", "house.md". */
const DEAD =
  /\b(?<!docs\/)(?:spec|design|safety|house)(?:\.md)?,? (?:(?:sections?|rows?) )?\d|(?<![\w/])(?:design|house)\.md/gi;
/** Cites sections or rows of a page: "docs/spec.md 4.3, 8.1", "docs/safety.md 27 to 31". */
const SECTIONS = /docs\/(\w+\.md) (\d+(?:\.\d+)?(?:(?:,|,? and| to) \d+(?:\.\d+)?)*)/g;
const DECISION = /\bdecisions?[ /]+(\d{4})/g;
const LINK = /(?<!!)\[[^\]]*\]\(([^)\s]+)\)/g;
const FILE = /`((?:bin|lib|lambdas|web|local|ops|test|bench|training)\/[\w./-]+)`/g;

const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const isThere = (file: string): boolean => existsSync(path.join(ROOT, file));
const headings = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);

/** Numbers of a page's sections, and of the rows of its numbered tables. */
function numbersOf(page: string): Set<string | undefined> {
  const ofSections = headings(page).map((heading) => /^\d+(?:\.\d+)?/.exec(heading)?.[0]);
  const ofRows = [...read(page).matchAll(/^\| (\d+) \|/gm)].map(([, row]) => row);
  return new Set([...ofSections, ...ofRows]);
}

/** Every match of `pattern` that is wrong, as `file:line: text`. */
function wrongMatches(
  files: readonly string[],
  pattern: RegExp,
  isWrong: (groups: readonly string[], file: string) => boolean,
): string[] {
  return files.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, i) =>
        [...line.matchAll(pattern)]
          .filter(([, ...groups]) => isWrong(groups, file))
          .map(([text]) => `${file}:${i + 1}: ${text}`),
      ),
  );
}

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

describe('a citation', () => {
  it('names no plan that is outside the repository', () => {
    expect(wrongMatches(sources, DEAD, () => true)).toEqual([]);
  });

  it('of a section names one that the page has', () => {
    const isWrong = ([page = '', numbers = '']: readonly string[]) => {
      if (!isThere(`docs/${page}`)) return true;
      const known = numbersOf(`docs/${page}`);
      return numbers.split(/,? (?:and |to )?/).some((number) => !known.has(number));
    };
    expect(wrongMatches(sources, SECTIONS, isWrong)).toEqual([]);
  });

  it('of a decision names one that is recorded', () => {
    const known = new Set(records.map((file) => path.basename(file).slice(0, 4)));
    expect(wrongMatches(sources, DECISION, ([number = '']) => !known.has(number))).toEqual([]);
  });
});

describe('the docs', () => {
  it('link to files and headings that exist', () => {
    const isWrong = ([target = '']: readonly string[], file: string) => {
      if (/^[a-z]+:/.test(target)) return false;
      const [relative = '', anchor] = target.split('#');
      const page = relative === '' ? file : path.join(path.dirname(file), relative);
      if (!isThere(page)) return true;
      return anchor !== undefined && !headings(page).some((heading) => anchorOf(heading) === anchor);
    };
    expect(wrongMatches(pages, LINK, isWrong)).toEqual([]);
  });

  it('name files and folders that exist', () => {
    expect(wrongMatches(pages, FILE, ([file = '']) => !isThere(file))).toEqual([]);
  });
});

describe('a decision record', () => {
  it.each(records)('%s has title, date, status, context, decision and consequences', (file) => {
    const number = path.basename(file).slice(0, 4);
    const head = `^# ${number}: .+\\n\\n- Date: \\d{4}-\\d\\d-\\d\\d\\n- Status: \\w.+\\n`;
    const sections = ['Context', 'Decision', 'Consequences'].map((name) => `\\n## ${name}\\n`);
    expect(read(file)).toMatch(new RegExp([head, ...sections].join('[^]*')));
  });

  it('stands in the index, by its title', () => {
    const index = [...read('docs/decisions/README.md').matchAll(/^\| \[\d.+$/gm)].map(([row]) => row);
    const rows = records.map((file) => {
      const name = path.basename(file);
      return `| [${name.slice(0, 4)}](${name}) | ${headings(file)[0]?.slice(6)} |`;
    });
    expect(index).toEqual(rows);
  });
});
