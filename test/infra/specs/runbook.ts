import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { dev, prod } from '../synthesized-deployments.ts';
import { resourcesOf } from '../template-queries.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const runbook = readFileSync(path.join(ROOT, 'docs/runbook.md'), 'utf8');

/** Returns the text in backquotes of each row's first cell, below a heading of the second level. */
function firstCells(heading: string): string[] {
  const section = runbook.split(/^## /m).find((text) => text.startsWith(heading)) ?? '';
  const cells = section.split('\n').flatMap((line) => /^\| (`.+?`) \|/.exec(line)?.[1] ?? []);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')).sort();
}
const headings = (level: string) =>
  [...runbook.matchAll(new RegExp(`^${level} (\\w+)$`, 'gm'))].map(([, name]) => name);
const plain = (id: string) => id.replace(/[0-9A-F]{8}$/, '');
const unique = (names: Iterable<string>) => [...new Set(names)].sort();

/** Lists the events that the functions log with another level than INFO. */
function loggedEvents(): string[] {
  const files = readdirSync(path.join(ROOT, 'lambdas'), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return unique(
    sources.flatMap((file) => {
      const source = readFileSync(path.join(ROOT, 'lambdas', file), 'utf8');
      return [...source.matchAll(/\blog\(\s*(?!'INFO')[^;]*?,\s*'([^']+)'/g)].map(([, event]) => event ?? '');
    }),
  );
}

export function runbookSpecs(): void {
  describe('the runbook', () => {
    it('has a part for every alarm', () => {
      const alarms = resourcesOf(dev.app, 'AWS::CloudWatch::Alarm');
      const names = unique(alarms.map(({ id }) => plain(id).replace(/^Alarms|\d$/g, '')));
      expect(names.filter((name) => !headings('###').includes(name))).toEqual([]);
      expect(names.length).toBeGreaterThan(5);
    });

    it('names every queue of failed work, and no other', () => {
      const queues = [dev.app, prod.app]
        .flatMap((app) => resourcesOf(app, 'AWS::SQS::Queue'))
        .map(({ id }) => plain(id))
        .filter((id) => /Lost$|Failures$/.test(id));
      expect(firstCells('Alarms')).toEqual(unique(queues));
    });

    it('explains every line of the functions’ logs with the level WARN or ERROR, and no other', () => {
      expect(firstCells('Log lines')).toEqual(loggedEvents());
    });
  });
}
