/** The usage page, with the charts and the download of the yearly plan. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../test/components/accessible.ts';
import { address, openApp, title, USER } from '../../../../test/components/app.tsx';
import {
  emulateMedia,
  expectCount,
  focusOn,
  narrow,
  press,
  setOnline,
} from '../../../../test/components/browser.ts';
import { server, startChats } from '../../../../test/components/chats.ts';
import { expectUnlike, forceColors } from '../../../../test/components/forced-colors.ts';
import { saved, startSavedFiles } from '../../../../test/components/saved-files.ts';
import { answer, asked, broken, unreachable } from '../../../../test/components/server.ts';

startChats();

const chart = page.getByRole('slider', { name: /by day and model/ });
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function openUsage(): Promise<void> {
  await openApp('/usage', USER);
  await expect.element(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible();
}

describe('the usage page', () => {
  const alert = page.getByRole('alert');
  const left = page.getByText('49 of 50 messages left');
  const usage = () => ({ today: { ...server.quota, left: 49 }, days: [] });

  it('the numbers stay when they cannot be read again, which the page says until they can', async () => {
    answer('getUsage', usage());
    await openApp('/usage', USER);
    await expect.element(left).toBeVisible();
    answer('getUsage', broken());
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    await expect.element(alert).toMatchTextContent('Your usage could not be loaded. Please try again.');
    await expect.element(left).toBeVisible();
    answer('getUsage', usage());
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectCount(alert, 0);
    await expect.poll(() => asked('getUsage')).toHaveLength(3);
  });

  it('a page that was opened without a network is read as soon as there is one', async () => {
    setOnline(false);
    answer('getUsage', unreachable());
    await openApp('/usage', USER);
    await expect.element(alert).toMatchTextContent('You are offline');
    answer('getUsage', usage());
    setOnline(true);
    await expect.element(left).toBeVisible();
    await expectCount(alert, 0);
  });

  it('of a free user says what is left of the day, the last 30 days, and what Premium adds', async () => {
    const days = [
      { day: dayBefore(0), messages: 1 },
      { day: dayBefore(3), messages: 3 },
    ];
    answer('getUsage', { today: { ...server.quota, left: 49 }, days });
    await openUsage();
    await expect.poll(title).toMatch(/^Your usage · /);
    await expect
      .element(page.getByText(/^\d+ of \d+ messages left$/))
      .toHaveTextContent('49 of 50 messages left');
    await expect.element(page.getByText(/your time \(midnight UTC\)/)).toBeVisible();
    await expect.element(page.getByRole('img', { name: /^Messages per day: 4 messages/ })).toBeVisible();
    await page.getByText('Show the numbers').click();
    const numbers = page.getByRole('table', { name: 'Messages by day (UTC)' });
    await expectCount(numbers.getByRole('row'), 1 + 30);
    const row = document.querySelector(`time[datetime="${days[1]?.day}"]`)?.closest('tr');
    expect(row?.querySelector('td')?.textContent).toBe('3');
    await expect.element(page.getByText(/^The yearly plan adds charts/)).toBeVisible();
    await expectCount(chart, 0);
    await expectAccessible();
    await narrow();
    expectNoSidewaysScroll();
    await page.getByRole('link', { name: 'See the plans' }).click();
    await expect.poll(address).toBe('/payment-page');
  });

  it('that cannot be read says so, and can be tried again', async () => {
    answer('getUsage', broken());
    await openApp('/usage', USER);
    await expect.element(alert).toMatchTextContent('Your usage could not be loaded.');
    answer('getUsage', { today: server.quota, days: [] });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByText('No messages in the last 30 days.')).toBeVisible();
    await expectCount(alert, 0);
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });
});

it('advanced analytics name the true model below the display name, and a retired model by its id', async () => {
  server.subscription = { tier: 'paid', active: true, expiresAt: 1_900_000_000, planType: 'yearly' };
  const used = { messages: 1, inputTokens: 10, outputTokens: 20, cost: 0.001 };
  const models = ['claude', 'deepseek', 'gone-model'].map((model) => ({ model, ...used }));
  const day = { day: dayBefore(1), messages: 3, cost: 0.003, models };
  answer('getUsage', { today: server.quota, days: [{ day: day.day, messages: 3 }], analytics: [day] });
  await openUsage();
  const totals = page.getByRole('region', { name: 'Totals by model' });
  const heads = totals.getByRole('rowheader');
  await expect
    .element(heads.nth(0))
    .toHaveAccessibleName('Claude Claude Sonnet 5.5, by Anthropic, on Bedrock');
  await expect.element(heads.nth(1)).toHaveAccessibleName('DeepSeek');
  await expect.element(heads.nth(2)).toHaveAccessibleName('gone-model');
  await expectAccessible();
});

describe('advanced analytics of two months', () => {
  startSavedFiles();

  const SONNET = 'Claude Sonnet 5.5, by Anthropic, on Bedrock';
  const [recent, older] = ['2026-11-25', '2026-09-27'];
  const claude = {
    ...{ model: 'claude', messages: 3, inputTokens: 3_000, outputTokens: 600, cost: 0.018 },
    ...{ cachedReadTokens: 1_500, cachedWriteTokens: 900 },
  };
  const gone = { model: 'gone-model', messages: 1, inputTokens: 100, outputTokens: 50, cost: 0.002 };
  const section = page.getByRole('region', { name: 'Advanced analytics' });
  const totals = section.getByRole('region', { name: 'Totals by model' });

  beforeEach(async () => {
    server.subscription = { tier: 'paid', active: true, expiresAt: 1_900_000_000, planType: 'yearly' };
    answer('getUsage', {
      today: { ...server.quota, resetsAt: '2026-11-27T00:00:00.000Z' },
      days: [{ day: recent, messages: 4 }],
      analytics: [
        { day: recent, messages: 4, cost: 0.02, models: [claude, gone] },
        { day: older, messages: 3, cost: 0.018, models: [claude] },
      ],
    });
    await openUsage();
    await expect.element(chart).toBeVisible();
  });

  it('are the totals of the chosen range, and a chart that the keyboard reads day by day', async () => {
    const row = (name: string | RegExp) => totals.getByRole('row', { name });
    await expect.element(row(`Claude ${SONNET} 3 75% 3,000 50% 600`)).toMatchTextContent(/\$0\.018/);
    await expect.element(row(/^gone-model 1 25%/)).toBeVisible();
    await focusOn(chart);
    await press('{End}{ArrowLeft}');
    await expect
      .element(chart)
      .toHaveAttribute('aria-valuetext', expect.stringMatching(/25.*Claude 3, gone-model 1$/));
    await section.getByText('90 days', { exact: true }).click();
    await expect.element(row(`Claude ${SONNET} 6 85.7% 6,000 50%`)).toBeVisible();
    await section.getByText('Cost', { exact: true }).first().click();
    await expect
      .element(page.getByRole('slider', { name: /^Cost by day and model, the last 90 days/ }))
      .toBeVisible();
    await section.getByText('Show every day').click();
    const days = section.getByRole('region', { name: 'By day and model' });
    await expectCount(days.getByRole('row'), 1 + 90 + 1);
    await expectAccessible();
  });

  it('are there to download, each day with its models', async () => {
    await section.getByRole('button', { name: 'Download CSV' }).click();
    await expect.poll(() => saved).toHaveLength(1);
    expect(saved[0]?.name).toMatch(/^usage-\d{4}-\d\d-\d\d\.csv$/);
    const rows = ((await saved[0]?.file.text()) ?? '')
      .split('\r\n')
      .slice(0, -1)
      .map((line) => line.slice(1, -1).split('","'));
    expect(rows[0]).toEqual(
      (
        'Day (UTC),Model,Model name,Messages,Input tokens,Output tokens,Cost (USD),' +
        'Input tokens read from the cache,Input tokens written to the cache,True model'
      ).split(','),
    );
    const used = ['claude', 'Claude', '3', '3000', '600', '0.018', '1500', '900', SONNET];
    expect(rows[1]).toEqual([older, ...used]);
    expect(rows.filter(([day]) => day === recent)).toEqual([
      [recent, ...used],
      [recent, 'gone-model', 'gone-model', '1', '100', '50', '0.002', '0', '0', ''],
    ]);
    expect(new Set(rows.slice(1).map(([day]) => day)).size).toBe(61);
  });
});

it('models whose names could not be read have their ids until the page has the focus again', async () => {
  server.subscription = { tier: 'paid', active: true, expiresAt: 1_900_000_000, planType: 'yearly' };
  const used = { messages: 1, inputTokens: 10, outputTokens: 20, cost: 0.001 };
  const day = { day: dayBefore(1), messages: 1, cost: 0.001, models: [{ model: 'deepseek', ...used }] };
  answer('getUsage', { today: server.quota, days: [{ day: day.day, messages: 1 }], analytics: [day] });
  answer('getAvailableModels', broken());
  await openUsage();
  const heads = page.getByRole('region', { name: 'Totals by model' }).getByRole('rowheader');
  await expect.element(heads.first()).toHaveAccessibleName('deepseek');
  server.start();
  answer('getUsage', { today: server.quota, days: [{ day: day.day, messages: 1 }], analytics: [day] });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await expect.element(heads.first()).toHaveAccessibleName('DeepSeek');
});

it('on a phone, a shade at the edge tells that the totals can be scrolled; its cover scrolls with the table', async () => {
  await narrow();
  server.subscription = { tier: 'paid', active: true, expiresAt: 1_900_000_000, planType: 'yearly' };
  const used = { messages: 1, inputTokens: 10, outputTokens: 20, cost: 0.001 };
  const day = { day: dayBefore(1), messages: 1, cost: 0.001, models: [{ model: 'claude', ...used }] };
  answer('getUsage', { today: server.quota, days: [{ day: day.day, messages: 1 }], analytics: [day] });
  await openUsage();
  const totals = page.getByRole('region', { name: 'Totals by model' });
  await expect.element(totals).toBeVisible();
  const { scrollWidth, clientWidth } = totals.element();
  expect(scrollWidth).toBeGreaterThan(clientWidth);
  const attached = () => getComputedStyle(totals.element()).backgroundAttachment;
  await expect.poll(attached).toBe('local, local, scroll, scroll');
  // A heading with a background would hide the shade.
  await expect
    .element(totals.getByRole('columnheader', { name: 'Share' }))
    .toHaveStyle({ backgroundColor: 'rgba(0, 0, 0, 0)' });
  await expectAccessible();
});

it('the chart takes the colours of the page when the device turns dark', async () => {
  server.subscription = { tier: 'paid', active: true, expiresAt: 1_900_000_000, planType: 'yearly' };
  const models = [{ model: 'claude', messages: 3, inputTokens: 10, outputTokens: 20, cost: 0.001 }];
  const days = Array.from({ length: 30 }, (_, i) => ({
    day: dayBefore(i),
    messages: 3,
    cost: 0.001,
    models,
  }));
  answer('getUsage', { today: server.quota, days: [], analytics: days });
  await openUsage();
  await expect.element(chart).toBeVisible();
  /** Colour in the middle of the chart, where a bar is, or a gap beside one. */
  const painted = () => {
    const canvas = chart.element().querySelector('canvas') ?? expect.fail('no canvas');
    const { width, height } = canvas;
    const line = canvas.getContext('2d')?.getImageData(0, Math.round(height / 2), width, 1).data ?? [];
    const colours = Array.from({ length: width }, (_, x) => [...line.slice(x * 4, x * 4 + 4)].join(' '));
    return new Set(colours);
  };
  const swatch = () => {
    const [r, g, b] =
      getComputedStyle(document.querySelector('[data-series="1"]') ?? document.body).backgroundColor.match(
        /\d+/g,
      ) ?? [];
    return `${r} ${g} ${b} 255`;
  };
  await expect.poll(painted).toContain(swatch());
  const light = swatch();
  await emulateMedia({ colorScheme: 'dark' });
  await expect.poll(swatch).not.toBe(light);
  await expect.poll(painted).toContain(swatch());
});

describe('under forced colours', () => {
  forceColors();

  it('the chosen range of the analytics is marked', async () => {
    server.subscription = { tier: 'paid', active: true, expiresAt: 1_900_000_000, planType: 'yearly' };
    answer('getUsage', { today: server.quota, days: [], analytics: [] });
    await openUsage();
    const range = (name: string) => page.getByCss('fieldset span').filter({ hasText: name });
    await expect.element(page.getByRole('radio', { name: '30 days' })).toBeChecked();
    await expectUnlike(range('30 days'), range('90 days'));
  });

  it('the models in the legend of the chart keep their colours', async () => {
    server.subscription = { tier: 'paid', active: true, expiresAt: 1_900_000_000, planType: 'yearly' };
    const used = { messages: 3, inputTokens: 10, outputTokens: 20, cost: 0.001 };
    const models = ['claude', 'deepseek'].map((model) => ({ model, ...used }));
    const day = { day: dayBefore(1), messages: 6, cost: 0.002, models };
    answer('getUsage', { today: server.quota, days: [], analytics: [day] });
    await openUsage();
    await expectUnlike(page.getByCss('[data-series="1"]'), page.getByCss('[data-series="2"]'));
  });
});

it('advanced analytics come with the yearly plan, not with the monthly', async () => {
  server.subscription = { tier: 'paid', active: true, expiresAt: 1_900_000_000, planType: 'monthly' };
  await openUsage();
  await expect
    .element(page.getByText(/^You are on the monthly plan\. The yearly plan adds .+\.$/))
    .toBeVisible();
  await expectCount(chart, 0);
  await expectCount(page.getByRole('button', { name: 'Download CSV' }), 0);
});
