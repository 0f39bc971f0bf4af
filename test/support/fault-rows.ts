/** Rows of the table of faults in docs/safety.md. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

export interface FaultRow {
  readonly fault: string;
  /** Names in backquotes of the alarms, log events, queues, metrics and commands that show the fault. */
  readonly shown: readonly string[];
  readonly tests: readonly string[];
  /** True if `logged-faults.test.ts` causes the fault. */
  readonly isStruck: boolean;
}

const PAGE = path.resolve(import.meta.dirname, '../../docs/safety.md');
const quoted = (cell: string): string[] => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name);

export function faultRows(): FaultRow[] {
  const [, section = ''] = readFileSync(PAGE, 'utf8').split('\n## Faults\n');
  const rows = section.split('\n').filter((line) => line.startsWith('| '));
  return rows.slice(1).map((line) => {
    const [fault = '', , shown = '', tests = '', mark = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return { fault, shown: quoted(shown), tests: quoted(tests), isStruck: mark === '✓' };
  });
}
