import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UsageDay } from '#contract/entities';
import { toCsv } from '../../../lib/csv.ts';
import { fillDays, modelsOf, seriesOf, stack } from './daily-series.ts';
import { sumOf, totalsOf } from './model-totals.ts';
import { usageCsvRows } from './usage-csv-rows.ts';
import { dayBefore, daysBetween, daysUntil } from './utc-days.ts';

type Used = readonly [model: string, messages: number, input: number, output: number, cost: number];

function usedOn(day: string, ...models: Used[]): UsageDay {
  const each = models.map(([model, messages, inputTokens, outputTokens, cost]) => ({
    ...{ model, messages, inputTokens, outputTokens, cost },
  }));
  return {
    day,
    messages: each.reduce((sum, { messages }) => sum + messages, 0),
    cost: each.reduce((sum, { cost }) => sum + cost, 0),
    models: each,
  };
}

/** Place of the cost in a row of the CSV file. */
const COST = 6;

const USAGE = [
  usedOn('2026-03-02', ['claude', 3, 300, 900, 0.03]),
  usedOn('2026-02-28', ['claude', 1, 100, 50, 0.01], ['chatgpt', 6, 60, 600, 0.006]),
];

describe('UTC days', () => {
  it('end when the quota resets, whatever the device’s clock says', () => {
    vi.useFakeTimers({ now: Date.parse('2001-01-01') });
    expect(dayBefore('2026-03-01T00:00:00.000Z')).toBe('2026-02-28');
    vi.useRealTimers();
  });

  it('continue over the ends of months and leap years, without a day twice', () => {
    expect(daysUntil('2028-03-01', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(new Set(daysUntil('2026-11-21', 365)).size).toBe(365);
    expect(daysBetween('2026-12-31', '2027-01-01')).toEqual(['2026-12-31', '2027-01-01']);
    expect(daysBetween('2027-01-01', '2027-01-01')).toEqual(['2027-01-01']);
    expect(daysBetween('2027-01-02', '2027-01-01')).toEqual([]);
  });
});

describe('series', () => {
  const days = daysUntil('2026-03-02', 4);
  const models = modelsOf(USAGE);

  it('have a 0 on days without messages', () => {
    expect(fillDays(USAGE, days).map(({ messages }) => messages)).toEqual([0, 7, 0, 3]);
    expect(seriesOf(USAGE, { days, models, metric: 'messages' })).toEqual([
      { model: 'chatgpt', values: [0, 6, 0, 0] },
      { model: 'claude', values: [0, 1, 0, 3] },
    ]);
    expect(seriesOf(USAGE, { days, models, metric: 'outputTokens' })[1]?.values).toEqual([0, 50, 0, 900]);
  });

  it('are stacked', () => {
    expect(stack(seriesOf(USAGE, { days, models, metric: 'messages' }))).toEqual([
      [0, 6, 0, 0],
      [0, 7, 0, 3],
    ]);
  });

  it('join all models after the fifth, so that nothing is lost', () => {
    const many = [
      usedOn('2026-03-02', ...Array.from({ length: 8 }, (_, i): Used => [`m${i}`, 10 - i, 1, 1, 1])),
    ];
    const series = seriesOf(many, { days, models: modelsOf(many), metric: 'messages' });
    expect(series.map(({ model }) => model)).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', undefined]);
    expect(series.at(-1)?.values).toEqual([0, 0, 0, 5 + 4 + 3]);
    expect(stack(series).at(-1)?.at(-1)).toBe(52);
  });
});

describe('totals by model', () => {
  it('count the days of the range alone, with the share and the cost of a message', () => {
    const totals = totalsOf(USAGE, daysUntil('2026-03-02', 4));
    expect(totals).toMatchObject([
      { model: 'chatgpt', messages: 6, inputTokens: 60, outputTokens: 600, share: 0.6 },
      { model: 'claude', messages: 4, inputTokens: 400, outputTokens: 950, share: 0.4 },
    ]);
    expect(totals[0]?.costPerMessage).toBeCloseTo(0.001, 10);
    expect(totals[1]?.costPerMessage).toBeCloseTo(0.01, 10);
    expect(sumOf(totals)).toMatchObject({
      messages: 10,
      inputTokens: 460,
      outputTokens: 1550,
      cachedTokens: 0,
    });
    expect(totalsOf(USAGE, daysUntil('2026-03-02', 2))).toMatchObject([
      { model: 'claude', messages: 3, share: 1 },
    ]);
  });

  it('of no messages do not divide by zero', () => {
    const asked = [usedOn('2026-03-02', ['claude', 0, 10, 0, 0])];
    expect(totalsOf(asked, ['2026-03-02'])).toMatchObject([{ share: 0, costPerMessage: undefined }]);
    expect(totalsOf([], ['2026-03-02'])).toEqual([]);
  });
});

describe('the CSV file', () => {
  const rows = (usage: readonly UsageDay[]) =>
    usageCsvRows(usage, {
      today: '2026-03-03',
      nameOf: (model) => (model === 'claude' ? 'Claude' : model),
      trueModelOf: (model) => (model === 'claude' ? 'Claude 5, by Anthropic' : undefined),
    }).slice(1);

  it('has the tokens of the cache, which earlier days may lack', () => {
    const [day] = USAGE;
    const models = (day?.models ?? []).map((each) => ({
      ...each,
      ...(each.model === 'claude' && { cachedReadTokens: 60, cachedWriteTokens: 30 }),
    }));
    const cached = rows(day ? [{ ...day, models }] : []).filter(([, model]) => model !== '');
    expect(new Set(cached.map(([, model, ...cells]) => [model, ...cells.slice(-3, -1)].join(' ')))).toEqual(
      new Set(models.map(({ model }) => (model === 'claude' ? 'claude 60 30' : `${model} 0 0`))),
    );
  });

  it('has every day from the first that is kept until today, oldest first', () => {
    expect(rows(USAGE)).toEqual([
      ['2026-02-28', 'claude', 'Claude', '1', '100', '50', '0.01', '0', '0', 'Claude 5, by Anthropic'],
      ['2026-02-28', 'chatgpt', 'chatgpt', '6', '60', '600', '0.006', '0', '0', ''],
      ['2026-03-01', '', '', '0', '0', '0', '0', '0', '0', ''],
      ['2026-03-02', 'claude', 'Claude', '3', '300', '900', '0.03', '0', '0', 'Claude 5, by Anthropic'],
      ['2026-03-03', '', '', '0', '0', '0', '0', '0', '0', ''],
    ]);
    expect(rows([])).toEqual([['2026-03-03', '', '', '0', '0', '0', '0', '0', '0', '']]);
  });

  it('writes costs as plain decimals: no exponent, no rounding errors of binary fractions', () => {
    const costs = [0.1 + 0.2, 0.000000123, 10, 1_000_000];
    const used = costs.map((cost, i) => usedOn(`2026-03-0${i + 1}`, ['claude', 1, 1, 1, cost]));
    expect(rows(used.slice(0, 3)).map((row) => row[COST])).toEqual(['0.3', '0.00000012', '10']);
    expect(rows([usedOn('2026-03-03', ['claude', 1, 1, 1, 1_000_000])])[0]?.[COST]).toBe('1000000');
  });

  it('is no formula to a spreadsheet, whatever a model is called', () => {
    const named = usageCsvRows(USAGE, {
      today: '2026-03-02',
      nameOf: () => '=HYPERLINK("x")',
      trueModelOf: () => undefined,
    });
    expect(toCsv(named)).toContain(`"'=HYPERLINK(""x"")"`);
    expect(toCsv(named)).not.toContain('"=');
  });
});

describe('the usage page', () => {
  afterEach(() => {
    vi.doUnmock('../../../lib/api-client.ts');
    vi.resetModules();
  });

  async function readingOf(answer: (path: string) => unknown, payments = 'stripe') {
    const calls: string[] = [];
    vi.doMock('../../../lib/api-client.ts', () => ({
      callApi: async ({ path }: { path: string }, input: unknown) => {
        calls.push(path);
        expect(JSON.stringify(input)).toContain('ada@example.com');
        return answer(path);
      },
    }));
    vi.doMock('../../../lib/site-config.ts', () => ({ loadSiteConfig: async () => ({ payments }) }));
    const { namesOptions, offerOptions } = await import('../api/usage-queries.ts');
    const client = new QueryClient();
    return {
      calls,
      offer: () => client.fetchQuery(offerOptions('ada@example.com')),
      names: () => client.fetchQuery(namesOptions('ada@example.com')),
    };
  }
  const plan = (tier: string, active: boolean) => () => ({ subscription: { tier, active } });

  it.each([
    ['premium', 'free', false],
    ['premium', 'paid', false],
    ['yearly', 'paid', true],
  ] as const)('offers %s to a user whose plan is %s, active: %s', async (offered, tier, active) => {
    const { offer } = await readingOf(plan(tier, active));
    expect(await offer()).toBe(offered);
  });

  it('offers nothing where payments are off, and asks for no plan', async () => {
    const { calls, offer } = await readingOf(plan('free', false), 'off');
    expect(await offer()).toBe('none');
    expect(calls).toEqual([]);
  });

  it('offers nothing and names no model when the plan, or the names, cannot be read', async () => {
    const { offer, names } = await readingOf(() => {
      throw new Error('down');
    });
    expect(await offer()).toBe('none');
    expect((await names()).size).toBe(0);
  });

  it('reads the names again after a failure, and keeps them once they are read', async () => {
    let isDown = true;
    const { calls, names } = await readingOf(() => {
      if (isDown) throw new Error('down');
      return { details: [{ id: 'claude', displayName: 'Claude' }] };
    });
    expect((await names()).size).toBe(0);
    isDown = false;
    expect((await names()).get('claude')?.displayName).toBe('Claude');
    expect((await names()).size).toBe(1);
    expect(calls).toHaveLength(2);
  });
});
