import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../lib/root-and-existing-path.ts';
import { idleMonth } from '../idle-month.ts';
import { dev, prod } from '../synthesized-deployments.ts';

const quoted = readFileSync(join(ROOT, 'docs/deploy.md'), 'utf8');
const row = (name: string, { data, app }: typeof dev): string => {
  const month = idleMonth([data, app]);
  const counts = [month.alarmMetrics, month.customMetrics, month.dashboardMetrics, month.secrets];
  return `| ${[name, ...counts, month.dollars.toFixed(2)].join(' | ')} |`;
};

export function idleMonthSpecs(): void {
  describe('a month without users', () => {
    it.each([
      ['without Stripe', dev],
      ['with Stripe', prod],
    ])('costs %s what docs/deploy.md says', (name, deployment) => {
      expect(quoted).toContain(row(name, deployment));
    });

    it('costs less than a dollar', () => {
      for (const { data, app } of [dev, prod]) expect(idleMonth([data, app]).dollars).toBeLessThan(1);
    });
  });
}
