/** Tests paths and versions of messages: examples in a table, and random chats compared with a plain tree. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Branch, isTurnOnPath, type Path, pathThrough, pathTo, versionsOf } from './branches.ts';

/** Indexes of turns on a path, in a chat whose turns have odd indexes. */
const turnsOf = (path: Path, newest: number): number[] =>
  path.flatMap(({ from, to }) => {
    const turns: number[] = [];
    for (let index = from; index <= Math.min(to, newest); index += 1) if (index % 2 === 1) turns.push(index);
    return turns;
  });

describe('a path', () => {
  const edited: Branch[] = [{ from: 7, versionOf: 3 }];
  const continued: Branch[] = [...edited, { from: 11, continues: 6 }];
  it.each<[string, Branch[], number | undefined, number[]]>([
    ['is the whole chat when no message has versions', [], undefined, [1, 3, 5]],
    ['has the new version in the place of the old one', edited, undefined, [1, 7, 9]],
    ['has the old version up to its own end', edited, 6, [1, 3, 5]],
    ['of a message that continues an older path has that path first', continued, undefined, [1, 3, 5, 11]],
    ['of a version of the first message begins with it', [{ from: 7, versionOf: 1 }], undefined, [7, 9]],
    [
      'of a version of a version has the messages before the original',
      [...edited, { from: 11, versionOf: 7 }],
      undefined,
      [1, 11],
    ],
  ])('%s', (_, branches, end, turns) => {
    const newest = { 0: 5, 1: 9, 2: 11 }[branches.length] ?? 0;
    expect(turnsOf(pathTo(branches, end), newest)).toEqual(turns);
  });

  it('through a message is the newest path that has the message', () => {
    expect(turnsOf(pathThrough(edited, 3), 9)).toEqual([1, 3, 5]);
    expect(turnsOf(pathThrough(continued, 5), 11)).toEqual([1, 3, 5, 11]);
    expect(turnsOf(pathThrough(continued, 7), 11)).toEqual([1, 7, 9]);
  });

  it('ends also if a branch of a damaged list is a version of a later turn', () => {
    expect(pathTo([{ from: 3, versionOf: 9 }])).toEqual([
      { from: 0, to: 2 },
      { from: 3, to: Number.POSITIVE_INFINITY },
    ]);
  });

  it('leaves out a turn that begins a branch that the list does not name', () => {
    const on = { branches: [], path: pathTo([]) };
    expect(isTurnOnPath(on, { index: 7, versionOf: 3 })).toBe(false);
    expect(isTurnOnPath(on, { index: 7, continues: 3 })).toBe(false);
    expect(isTurnOnPath(on, { index: 7 })).toBe(true);
    expect(isTurnOnPath({ branches: edited, path: pathTo(edited) }, { index: 7, versionOf: 3 })).toBe(true);
  });
});

describe('the versions of a message', () => {
  it('are the original and all versions made of it or of another version', () => {
    const branches = [
      { from: 7, versionOf: 3 },
      { from: 9, continues: 6 },
      { from: 11, versionOf: 7 },
      { from: 13, versionOf: 5 },
    ];
    for (const index of [3, 7, 11]) expect(versionsOf(branches, index)).toEqual([3, 7, 11]);
    expect(versionsOf(branches, 13)).toEqual([5, 13]);
    expect(versionsOf(branches, 9)).toEqual([9]);
  });
});

const step = fc.record({
  kind: fc.constantFrom(
    'new' as const,
    'new' as const,
    'version' as const,
    'continue' as const,
    'lost' as const,
  ),
  pick: fc.nat(),
});

it('paths and versions are those of a plain tree after any edits, continuations and lost starts', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const parents = new Map<number, number | undefined>();
      const originals = new Map<number, number>();
      let branches: Branch[] = [];
      let [next, newest]: [number, number | undefined] = [1, undefined];
      for (const { kind, pick } of steps) {
        const turns = [...parents.keys()];
        const other = turns[pick % Math.max(1, turns.length)];
        const index = next;
        next += 2;
        // The start of the turn was undone, and its index stays unused.
        if (kind === 'lost') continue;
        if (kind === 'new' || other === undefined) parents.set(index, newest);
        else if (kind === 'version') {
          parents.set(index, parents.get(other));
          originals.set(index, originals.get(other) ?? other);
          branches = [...branches, { from: index, versionOf: other }];
        } else {
          // A user continues the path that is shown, from its end.
          const end = chain(parents, other).at(-1) ?? other;
          parents.set(index, end);
          branches = [...branches, { from: index, continues: end + 1 }];
        }
        newest = index;
      }
      const stored = (path: Path) => turnsOf(path, next).filter((index) => parents.has(index));
      if (newest !== undefined) expect(stored(pathTo(branches))).toEqual(chain(parents, newest));
      for (const index of parents.keys()) {
        expect(stored(pathTo(branches, index))).toEqual(chain(parents, index));
        expect(stored(pathThrough(branches, index))).toContain(index);
        const first = originals.get(index) ?? index;
        const all = [...parents.keys()].filter((one) => (originals.get(one) ?? one) === first);
        expect(versionsOf(branches, index)).toEqual(all);
      }
    }),
    { numRuns: 2_000 },
  );
});

/** Lists the turns from the root of the tree to `index`, oldest first. */
function chain(parents: ReadonlyMap<number, number | undefined>, index: number): number[] {
  const before = parents.get(index);
  return before === undefined ? [index] : [...chain(parents, before), index];
}
