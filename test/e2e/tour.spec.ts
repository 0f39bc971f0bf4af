/** The guided tour (docs/spec.md 2.7 and 9): by itself for a person who has not seen it, once. */
import type { Page } from 'playwright/test';
import { composer, expect, expectAccessible, send, signIn, test } from './fixtures.ts';

test.use({ tourStarts: true });

const step = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true });
const tour = (page: Page) => page.locator('.tour');
const next = (page: Page) => page.getByRole('button', { name: 'Next →' });
const sidebar = (page: Page) => page.locator('#sidebar');
const flag = (page: Page) => page.evaluate(() => localStorage.getItem('hasSeenChatTour'));
const restart = (page: Page) =>
  page.getByRole('button', { name: 'Restart tour', includeHidden: true }).dispatchEvent('click');

const DESKTOP = ['New chat', 'Search', 'Your chats', 'Conversation', 'Message'];
const MOBILE = ['Welcome', 'Menu', ...DESKTOP];

/** Notes when the screen with the tour in it and when the tour itself appears, in milliseconds. */
const NOTE_WHEN_SEEN = `
  globalThis.seen = {};
  const note = (name, selector) => {
    if (document.querySelector(selector)) seen[name] ??= performance.now();
  };
  new MutationObserver(() => {
    note('screen', '.chat > button[hidden]');
    note('tour', '.tour');
  }).observe(document, { childList: true, subtree: true });`;

/** Nothing of the tour is left on the page: what is typed and clicked reaches it. */
async function expectGone(page: Page): Promise<void> {
  await expect(tour(page)).toHaveCount(0);
  await expect(page.locator('.react-joyride__overlay, .react-joyride__floater')).toHaveCount(0);
  await expect(page.locator('[inert]:not(#sidebar)')).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('Typed after the tour');
  await expect(composer(page)).toHaveValue('Typed after the tour');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('log').getByText('Typed after the tour')).toBeVisible();
}

test.describe('desktop', () => {
  test('steps are new chat, search, chat list, conversation area, message input; labels; completing sets the flag [S2.tour.1 S2.tour.2 S2.tour.4 S2.tour.7]', async ({
    chat,
  }) => {
    for (const [i, title] of DESKTOP.entries()) {
      await expect(step(chat, title)).toBeVisible();
      await expect(step(chat, title)).toContainText(`Step ${i + 1} of 5`);
      await expect(chat.getByRole('button', { name: '← Back' })).toHaveCount(i === 0 ? 0 : 1);
      const isLast = i === DESKTOP.length - 1;
      await expect(tour(chat).getByRole('button', { name: 'Skip' })).toHaveCount(isLast ? 0 : 1);
      await expectAccessible(chat);
      expect(await flag(chat)).toBeNull();
      if (!isLast) await next(chat).click();
    }
    await chat.getByRole('button', { name: '← Back' }).click();
    await expect(step(chat, 'Conversation')).toBeVisible();
    await next(chat).click();
    await chat.getByRole('button', { name: 'Got it!' }).click();
    expect(await flag(chat)).toBe('true');
    await expectGone(chat);
  });

  test('the overlay’s opacity is 0.8, the tooltip is at most 350 px wide [S9.tour.4 S9.tour.5]', async ({
    chat,
  }) => {
    await expect(tour(chat)).toHaveCSS('max-width', '350px');
    const veil = chat.locator('.react-joyride__spotlight path').first();
    await expect(veil).toHaveAttribute('fill', 'rgb(0 0 0 / 0.8)');
    for (const title of DESKTOP) {
      await expect(step(chat, title)).toBeVisible();
      expect((await tour(chat).boundingBox())?.width).toBeLessThanOrEqual(350);
      if (title !== 'Message') await next(chat).click();
    }
  });

  test('it starts 2000 ms after the screen loads, not before [S1.tour.1 S2.tour.1 S9.tour.1]', async ({
    page,
    user,
  }) => {
    await page.addInitScript({ content: NOTE_WHEN_SEEN });
    await signIn(page, user, { tourStarts: true });
    await expect(step(page, 'New chat')).toBeVisible();
    const delay = await page.evaluate<number>('seen.tour - seen.screen');
    expect(delay).toBeGreaterThanOrEqual(2_000);
  });

  for (const [how, leave] of [
    ['Skip', (page: Page) => tour(page).getByRole('button', { name: 'Skip' }).click()],
    ['the cross', (page: Page) => page.getByRole('button', { name: 'Close tour' }).click()],
    ['Escape', (page: Page) => page.keyboard.press('Escape')],
    [
      'Escape, after a click beside it',
      async (page: Page) => {
        await page.mouse.click(700, 850);
        await page.keyboard.press('Escape');
      },
    ],
  ] as const)
    test(`'The flag is set when the tour is ... exited': ${how}`, async ({ chat }) => {
      await expect(step(chat, 'New chat')).toBeVisible();
      expect(await flag(chat)).toBeNull();
      await leave(chat);
      await expect.poll(() => flag(chat)).toBe('true');
      await expectGone(chat);
    });

  test('by keyboard alone; the focus stays in the tooltip', async ({ chat }) => {
    await expect(next(chat)).toBeFocused();
    await chat.keyboard.press('Tab');
    await expect(chat.getByRole('button', { name: 'Close tour' })).toBeFocused();
    await chat.keyboard.press('Shift+Tab');
    await expect(next(chat)).toBeFocused();
    for (const title of DESKTOP.slice(1)) {
      await chat.keyboard.press('Enter');
      await expect(step(chat, title)).toBeVisible();
      await expect(step(chat, title).locator(':focus')).toHaveCount(1);
    }
    await chat.keyboard.press('Enter');
    await expectGone(chat);
  });

  test('a person who is typing is not interrupted', async ({ page, user }) => {
    await page.clock.install();
    // From the first moment on: by hand, a slow machine would begin after the tour.
    await page.addInitScript(
      "const typing = setInterval(() => dispatchEvent(new Event('input')), 200);" +
        "addEventListener('keydown', ({ key }) => key === '.' && clearInterval(typing));",
    );
    await signIn(page, user, { tourStarts: true });
    for (let seconds = 0; seconds < 6; seconds++) await page.clock.runFor(1_000);
    await expect(tour(page)).toHaveCount(0);
    await composer(page).pressSequentially('Done.');
    await page.clock.runFor(4_000);
    await expect(step(page, 'New chat')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(composer(page)).toBeFocused();
    await expect(composer(page)).toHaveValue('Done.');
  });

  test('a shut sidebar is opened for what is in it, and left as it was', async ({ chat }) => {
    await chat.getByRole('button', { name: 'Close menu' }).click();
    await expect(step(chat, 'New chat')).toBeVisible();
    await expect(sidebar(chat)).toHaveAttribute('data-open', 'true');
    await chat.keyboard.press('Escape');
    await expect(sidebar(chat)).toHaveAttribute('data-open', 'false');
  });
});

test('‘unless the stored hasSeenChatTour flag is true’: nothing of its library is loaded; the hidden button restarts it [S2.tour.1 S2.tour.3 S6.user.1]', async ({
  chat,
}) => {
  await expect(step(chat, 'New chat')).toBeVisible();
  await chat.keyboard.press('Escape');
  await chat.clock.install();
  const scripts: string[] = [];
  chat.on('request', (request) => void scripts.push(new URL(request.url()).pathname));
  await chat.reload();
  const button = chat.getByRole('button', { name: 'Restart tour', includeHidden: true });
  await expect(button).toBeAttached();
  await expect(button).toBeHidden();
  await chat.clock.runFor(10_000);
  await send(chat, 'Hello');
  await expect(tour(chat)).toHaveCount(0);
  const isTour = (path: string) => /\/tour-(?!slot)/.test(path);
  expect(scripts.filter(isTour)).toEqual([]);
  await chat.clock.resume();
  await restart(chat);
  await expect(step(chat, 'New chat')).toBeVisible();
  expect(scripts.filter(isTour)).not.toEqual([]);
});

test('guests have no tour', async ({ page }) => {
  await page.clock.install();
  await page.goto('/guest');
  await expect(page.getByRole('textbox')).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(page.locator('.tour')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Restart tour', includeHidden: true })).toHaveCount(0);
});

test.describe('mobile', () => {
  test.use({ viewport: { width: 768, height: 844 } });

  test('‘Mobile (width 768 or less): adds a welcome step and a menu-button step. The sidebar opens automatically at step 2 and closes at step 7.’ [S2.tour.5 S2.tour.6 S9.tour.2 S9.tour.3]', async ({
    chat,
  }) => {
    for (const [i, title] of MOBILE.entries()) {
      await expect(step(chat, title)).toBeVisible();
      const isOpen = i >= 1 && i <= 5;
      await expect(sidebar(chat)).toHaveAttribute('data-open', String(isOpen));
      await expect(step(chat, title).locator(':focus')).toHaveCount(1);
      await expectAccessible(chat);
      if (title !== 'Message') await next(chat).click();
    }
    await chat.getByRole('button', { name: '← Back' }).click();
    await chat.getByRole('button', { name: '← Back' }).click();
    await expect(step(chat, 'Your chats')).toBeVisible();
    await expect(sidebar(chat)).toHaveAttribute('data-open', 'true');
    await chat.keyboard.press('Escape');
    await expect(sidebar(chat)).toHaveAttribute('data-open', 'false');
    await expectGone(chat);
  });
});

test.describe('a phone, in the dark', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('the tooltip is at most 280 px wide, and wholly on the screen [S9.tour.5]', async ({ chat }) => {
    for (const title of MOBILE) {
      await expect(step(chat, title)).toBeVisible();
      await expect(tour(chat)).toHaveCSS('max-width', '280px');
      await expect(next(chat).or(chat.getByRole('button', { name: 'Got it!' }))).toBeInViewport({ ratio: 1 });
      const box = await tour(chat).boundingBox();
      expect(box?.width).toBeLessThanOrEqual(280);
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
      await expectAccessible(chat);
      if (title !== 'Message') await next(chat).click();
    }
  });
});
