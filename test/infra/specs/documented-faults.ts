import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultRows } from '../../support/fault-rows.ts';
import { dev, prod } from '../synthesized-deployments.ts';
import { resourcesOf } from '../template-queries.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const plain = (id: string) => id.replace(/[0-9A-F]{8}$/, '');

/** Returns all source text of a folder, without its tests. */
function sourcesOf(folder: string): string {
  const files = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(ROOT, folder, file), 'utf8'))
    .join('\n');
}

/** Lists everything that can show a fault: alarms, queues of failed work, events of the logs, metrics, commands. */
function whatShows(): ReadonlySet<string> {
  const apps = [dev.app, prod.app];
  const ids = (type: string) => apps.flatMap((app) => resourcesOf(app, type)).map(({ id }) => plain(id));
  const lambdas = sourcesOf('lambdas');
  const all = (pattern: RegExp, source: string) =>
    Array.from(source.matchAll(pattern), ([, name = '']) => name);
  return new Set([
    ...ids('AWS::CloudWatch::Alarm').map((id) => id.replace(/^Alarms|\d$/g, '')),
    ...ids('AWS::SQS::Queue'),
    ...all(/\blog\([^;]*?,\s*'([^']+)'/g, lambdas),
    ...all(/\b([A-Z]\w+): \[\w+[^\]]*, '(?:Milliseconds|Count|None)'\]/g, lambdas),
    ...all(/name: '([a-z]+ [a-z-]+)'/g, sourcesOf('ops')).map((name) => `npm run ops -- ${name}`),
  ]);
}

export function faultSpecs(): void {
  describe('the faults of docs/safety.md', () => {
    const rows = faultRows();

    it('are each shown by an alarm, a queue, a line of the logs, a metric or a command that exists', () => {
      const known = whatShows();
      expect(rows.length).toBeGreaterThan(20);
      expect(rows.filter(({ shown }) => shown.length === 0).map(({ fault }) => fault)).toEqual([]);
      expect(rows.flatMap(({ shown }) => shown).filter((name) => !known.has(name))).toEqual([]);
    });

    it('each name a test file that exists', () => {
      expect(rows.filter(({ tests }) => tests.length === 0).map(({ fault }) => fault)).toEqual([]);
      expect(rows.flatMap(({ tests }) => tests).filter((file) => !existsSync(path.join(ROOT, file)))).toEqual(
        [],
      );
    });
  });
}
