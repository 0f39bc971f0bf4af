/** The commands of a page in Markdown, as a shell would read them. */

export interface DocumentedCommand {
  /** As it stands in the page, on one line. */
  readonly text: string;
  /** The variable that takes its output: `LOG` of `LOG=$(aws ...)`. */
  readonly into: string | undefined;
  readonly words: readonly string[];
}

export interface Script {
  /** Commands of the AWS CLI. */
  readonly commands: readonly DocumentedCommand[];
  /** Commands of `npm run ops`. */
  readonly ops: readonly DocumentedCommand[];
  /** Variables that the page's own lines set: `WHEN=...`, `read -rs KEY`, `for stack in`. */
  readonly assigned: ReadonlySet<string>;
}

const BLOCK = /^[ ]*```sh\n([\s\S]*?)^[ ]*```/gm;
const ASSIGNMENT = /^\s*(?:(\w+)=|read (?:-\w+ )*(\w+)|for (\w+) in )/gm;

/** Reads the commands in the page's shell blocks, in order. @throws Error for an `aws` command outside of a block */
export function scriptOf(page: string): Script {
  const blocks = Array.from(page.matchAll(BLOCK), ([, block = '']) => block.replaceAll(/\\\n\s*/g, ''));
  const prose = page.replaceAll(BLOCK, '');
  const stray = /`aws [a-z0-9]+ [a-z-]+[^`]*`/.exec(prose)?.[0];
  if (stray) throw new Error(`${stray} stands outside of a block of shell, where no test runs it`);
  const lines = blocks.flatMap((block) => block.split('\n'));
  const assigned = blocks.flatMap((block) =>
    Array.from(block.matchAll(ASSIGNMENT), ([, set, read, each]) => set ?? read ?? each ?? ''),
  );
  return {
    commands: lines.flatMap((line) => commandsIn(line, /(?<=^|[\s(])aws (?=[a-z])/g)),
    // A placeholder such as `<id>` is no redirection.
    ops: lines.flatMap((line) => commandsIn(line.replaceAll(/<(\w+)>/g, '$1'), /(?<=^|\s)npm run ops -- /g)),
    assigned: new Set(assigned),
  };
}

function commandsIn(line: string, opening: RegExp): DocumentedCommand[] {
  return Array.from(line.matchAll(opening), ({ index: start }) => {
    const into = /(\w+)=\$\($/.exec(line.slice(0, start))?.[1];
    return { into, ...wordsFrom(line, start) };
  });
}

/** Reads words up to an operator or comment outside of quotes. Removes quotes, keeps variables. */
function wordsFrom(line: string, start: number): { readonly text: string; readonly words: string[] } {
  const words: string[] = [];
  const token = /\s+#.*$|\s+|'([^']*)'|"([^"]*)"|[|;&)<>]|[^\s'"|;&)<>]+/gy;
  token.lastIndex = start;
  let word: string | undefined;
  let end = start;
  for (let match = token.exec(line); match; match = token.exec(line)) {
    const [text, single, double] = match;
    if (/^(?:[|;&)<>]|\s+#)/.test(text)) break;
    if (/^\s/.test(text)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + (single === undefined ? (double ?? text) : escaped(single));
    end = token.lastIndex;
  }
  if (word !== undefined) words.push(word);
  return { text: line.slice(start, end).trim(), words };
}

/** Escapes each `$` of a text in single quotes, where the shell expands no variables. */
const escaped = (text: string): string => text.replaceAll('$', '\\$');

/** Puts values in place of variables. @throws Error for one that has none */
export const expanded = (word: string, values: Readonly<Record<string, string>>): string =>
  word.replaceAll(/\\\$|\$(?:(\w+)|\{(\w+)\})/g, (text, plain?: string, braced?: string) => {
    const name = plain ?? braced;
    if (name === undefined) return text === '\\$' ? '$' : text;
    const value = values[name];
    if (value === undefined) throw new Error(`$${name} is neither an output nor set on the page`);
    return value;
  });
