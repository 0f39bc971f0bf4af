/** Controls of the product that can be removed on purpose, to prove that the chaos notices their absence. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../support/build-assembly.ts';

interface Removal {
  readonly file: string;
  /** Texts of the file and their replacements, which apply to each occurrence. */
  readonly swaps: readonly (readonly [from: string, to: string])[];
}

export const CONTROLS: Readonly<Record<string, Removal>> = {
  /** Without it, a repeated request is answered a second time. */
  dedupe: {
    file: 'lambdas/domain/turn/begin-turn.ts',
    swaps: [['mayBeAnswered(snapshot) ? await', "mayBeAnswered(snapshot) && chat.owner === '' ? await"]],
  },
  /** Without it, the client appends duplicate and early chunks. */
  offset: {
    file: 'web/src/features/chat/state/turns/live-reply.ts',
    swaps: [
      ['if (offset > this.#current.length) this.#keep(offset, text);', ''],
      ['else if (this.#append(offset, text))', 'if (this.#append(offset, text))'],
      ['text.slice(this.#current.length - offset)', 'text.slice(0 * offset)'],
    ],
  },
  /** Without it, all users share one partition of connections. */
  isolation: {
    file: 'lambdas/store/connections-and-stop-requests.ts',
    swaps: [['ownerPartition(owner)', "ownerPartition(owner === '' ? owner : 'everybody')"]],
  },
  /** Without it, an ended share stays counted. */
  'share-count': {
    file: 'lambdas/store/shares/shares.ts',
    swaps: [['      countOneLess(countKey(owner)),\n', '']],
  },
  /** Without it, a failed reply stays charged. */
  'give-back': {
    file: 'lambdas/domain/turn/conclude-turn.ts',
    swaps: [['hasFailed ? undefined : spent', "hasFailed && requestId === '' ? undefined : spent"]],
  },
};

/** Runs the chaos in a copy of the repository without the control. Returns true if it found a violation. */
export function isNoticedWithout(name: string, args: readonly string[]): boolean {
  const removal = CONTROLS[name];
  if (!removal)
    throw new Error(`There is no control ${name}. There are: ${Object.keys(CONTROLS).join(', ')}.`);
  const copy = mkdtempSync(path.join(tmpdir(), `without-${name}-`));
  try {
    copyTo(copy);
    remove(copy, removal);
    const { status } = spawnSync(process.execPath, ['test/chaos/main.ts', ...args], {
      cwd: copy,
      stdio: 'inherit',
    });
    return status === 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function copyTo(copy: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name !== '')) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    cpSync(path.join(ROOT, file), path.join(copy, file));
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  // The templates need the built site, which git does not list. The chaos itself does not use it.
  cpSync(path.join(ROOT, 'dist'), path.join(copy, 'dist'), { recursive: true });
}

function remove(copy: string, { file, swaps }: Removal): void {
  const at = path.join(copy, file);
  let text = readFileSync(at, 'utf8');
  for (const [from, to] of swaps) {
    if (!text.includes(from)) throw new Error(`The control is not where it was: ${file} has no “${from}”`);
    text = text.replaceAll(from, to);
  }
  writeFileSync(at, text);
}
