/** Usage as users see it; by model with the yearly plan (docs/spec.md 2.11, "advanced analytics"). */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { givenPlan } from '../support/given-plan.ts';
import { givenUsage } from '../support/given-usage.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openPage } from './sidebar.ts';

const chart = (page: Page) => page.getByRole('slider', { name: /by day and model/ });
const analytics = (page: Page) => page.getByRole('region', { name: 'Advanced analytics' });

async function openUsage(page: Page): Promise<void> {
  await openPage(page, 'Usage');
  await expect(page.getByRole('heading', { level: 1, name: 'Your usage' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible();
}

/** True model that the default catalogue has for `claude`. */
const SONNET = 'Claude Sonnet 5.5, by Anthropic, on Bedrock';

const claude = {
  ...{ model: 'claude', messages: 3, inputTokens: 3_000, outputTokens: 600, cost: 0.018 },
  ...{ cachedReadTokens: 1_500, cachedWriteTokens: 900 },
};
const gone = { model: 'gone-model', messages: 1, inputTokens: 100, outputTokens: 50, cost: 0.002 };

test.describe('advanced analytics', () => {
  test('of the yearly plan show days and models, and are there to download', async ({
    chat,
    stack,
    user,
  }) => {
    await givenPlan(stack, user, { planType: 'yearly' });
    const recent = await givenUsage(stack, user, 1, [claude, gone]);
    const older = await givenUsage(stack, user, 60, [claude]);
    await openUsage(chat);
    await expect(chart(chat)).toBeVisible();
    const totals = analytics(chat).getByRole('region', { name: 'Totals by model' });
    await expect(totals.getByRole('row', { name: `Claude ${SONNET} 3 75% 3,000 50% 600` })).toContainText(
      '$0.018',
    );
    await expect(totals.getByRole('row', { name: /^gone-model 1 25%/ })).toBeVisible();
    // The keyboard moves from day to day. The values are announced.
    await chart(chat).focus();
    await chat.keyboard.press('End');
    await chat.keyboard.press('ArrowLeft');
    await expect(chart(chat)).toHaveAttribute('aria-valuetext', /Claude 3, gone-model 1$/);
    await analytics(chat).getByText('90 days', { exact: true }).click();
    await expect(totals.getByRole('row', { name: `Claude ${SONNET} 6 85.7% 6,000 50%` })).toBeVisible();
    await analytics(chat).getByText('Cost', { exact: true }).first().click();
    await expect(
      chat.getByRole('slider', { name: /^Cost by day and model, the last 90 days/ }),
    ).toBeVisible();
    await analytics(chat).getByText('Show every day').click();
    await expect(
      analytics(chat).getByRole('region', { name: 'By day and model' }).getByRole('row'),
    ).toHaveCount(1 + 90 + 1);
    await expectAccessible(chat);
    const rows = await download(chat);
    expect(rows[0]).toEqual(
      (
        'Day (UTC),Model,Model name,Messages,Input tokens,Output tokens,Cost (USD),' +
        'Input tokens read from the cache,Input tokens written to the cache,True model'
      ).split(','),
    );
    expect(rows[1]).toEqual([older, 'claude', 'Claude', '3', '3000', '600', '0.018', '1500', '900', SONNET]);
    expect(rows.filter(([day]) => day === recent)).toEqual([
      [recent, 'claude', 'Claude', '3', '3000', '600', '0.018', '1500', '900', SONNET],
      [recent, 'gone-model', 'gone-model', '1', '100', '50', '0.002', '0', '0', ''],
    ]);
    expect(new Set(rows.slice(1).map(([day]) => day)).size).toBe(61);
  });
});

/** Saves the CSV. Returns its cells, parsed as RFC 4180 says. */
async function download(page: Page): Promise<string[][]> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^usage-\d{4}-\d\d-\d\d\.csv$/);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  const lines = text.slice(1).split('\r\n').slice(0, -1);
  return lines.map((line) =>
    [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')),
  );
}
