/** The guided tour (docs/spec.md 2.7 and 9). test/e2e/tour.spec.ts tests that its script is loaded only on demand. */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/components/accessible.ts';
import { openApp, USER } from '../../../../../test/components/app.tsx';
import { emulateMedia, expectCount, press, withFakeTime } from '../../../../../test/components/browser.ts';
import { composer, isSidebarOpen, log, sendButton } from '../../../../../test/components/chat-screen.ts';
import { startChats } from '../../../../../test/components/chats.ts';
import { sidebar } from '../../../lib/sidebar-state.ts';

startChats();

const step = (title: string) => page.getByRole('dialog', { name: title, exact: true });
const tour = page.getByRole('dialog');
const next = page.getByRole('button', { name: 'Next →' });
const back = page.getByRole('button', { name: '← Back' });
const flag = () => localStorage.getItem('hasSeenChatTour');

const DESKTOP = ['New chat', 'Search', 'Your chats', 'Conversation', 'Message'];
const MOBILE = ['Welcome', 'Menu', ...DESKTOP];

/** Opens the chat of a user who has seen no tour, and begins it with the hidden button. */
async function openTour(): Promise<void> {
  await openApp('/chat', USER);
  localStorage.removeItem('hasSeenChatTour');
  await expect.element(composer).toBeVisible();
  const restart = page.getByRole('button', { name: 'Restart tour', includeHidden: true });
  await expect.element(restart).toBeInTheDocument();
  restart.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(tour).toBeVisible();
}

function givenTouchScreen(): void {
  const { matchMedia } = window;
  const spy = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = matchMedia.call(window, query);
    return query === '(pointer: coarse)' ? Object.defineProperty(list, 'matches', { value: true }) : list;
  });
  onTestFinished(() => spy.mockRestore());
}

/** Expects that no part of the tour is left on the page, so that clicks and keys reach the page. */
async function expectGone(): Promise<void> {
  await expectCount(tour, 0);
  expect(document.querySelector('.react-joyride__overlay, .react-joyride__floater')).toBeNull();
  await expect.poll(() => document.querySelector('[inert]:not(#sidebar)')).toBeNull();
  await expect.element(composer).toHaveFocus();
  await press('Typed after the tour');
  await expect.element(composer).toHaveValue('Typed after the tour');
  await sendButton.click();
  await expect.element(log.getByText('Typed after the tour')).toBeVisible();
}

describe('desktop', () => {
  it('steps are new chat, search, chat list, conversation area, message input; labels; completing sets the flag [S2.tour.1 S2.tour.2 S2.tour.4 S2.tour.7]', async () => {
    await openTour();
    for (const [i, title] of DESKTOP.entries()) {
      await expect.element(step(title)).toBeVisible();
      await expect.element(step(title)).toMatchTextContent(`Step ${i + 1} of 5`);
      await expectCount(back, i === 0 ? 0 : 1);
      const isLast = i === DESKTOP.length - 1;
      await expectCount(tour.getByRole('button', { name: 'Skip' }), isLast ? 0 : 1);
      await expectAccessible();
      expect(flag()).toBeNull();
      if (!isLast) await next.click();
    }
    await back.click();
    await expect.element(step('Conversation')).toBeVisible();
    await next.click();
    await page.getByRole('button', { name: 'Got it!' }).click();
    await expect.poll(flag).toBe('true');
    await expectGone();
  });

  it.each([
    ['names the keys for a mouse', false, 'Shortcut: Ctrl+K', 'Shift+Enter'],
    ['leaves the keys out on a touch screen', true, 'by a word in it.', 'Write here.'],
  ])('%s', async (_, isTouch, searching, writing) => {
    if (isTouch) givenTouchScreen();
    await openTour();
    await next.click();
    await expect.element(step('Search')).toMatchTextContent(searching);
    if (isTouch) await expect.element(step('Search')).not.toMatchTextContent('Ctrl+K');
    for (const title of DESKTOP.slice(2)) {
      await next.click();
      await expect.element(step(title)).toBeVisible();
    }
    await expect.element(step('Message')).toMatchTextContent(writing);
    if (isTouch) await expect.element(step('Message')).not.toMatchTextContent('Enter');
  });

  it('the overlay’s opacity is 0.8, the tooltip is at most 350 px wide [S9.tour.4 S9.tour.5]', async () => {
    await openTour();
    await expect.element(tour).toHaveStyle({ maxWidth: '350px' });
    const veil = document.querySelector('.react-joyride__spotlight path');
    expect(veil?.getAttribute('fill')).toBe('rgb(0 0 0 / 0.8)');
    for (const title of DESKTOP) {
      await expect.element(step(title)).toBeVisible();
      expect(step(title).element().getBoundingClientRect().width).toBeLessThanOrEqual(350);
      if (title !== 'Message') await next.click();
    }
  });

  it('it starts 2000 ms after the screen loads, not before [S1.tour.1 S2.tour.1 S9.tour.1]', async () => {
    await openApp('/chat', USER, { tourStarts: true });
    const openedAt = performance.now();
    await expect.element(step('New chat')).toBeVisible();
    expect(performance.now() - openedAt).toBeGreaterThanOrEqual(1_900);
  });

  it.each([
    ['Skip', () => tour.getByRole('button', { name: 'Skip' }).click()],
    ['the cross', () => page.getByRole('button', { name: 'Close tour' }).click()],
    ['Escape', () => press('{Escape}')],
    [
      'Escape, after a click beside the tour',
      async () => {
        await userEvent.click(document.body, { position: { x: 700, y: 850 }, force: true });
        await press('{Escape}');
      },
    ],
  ])("'The flag is set when the tour is ... exited': %s", async (_, leave) => {
    await openTour();
    expect(flag()).toBeNull();
    await leave();
    await expect.poll(flag).toBe('true');
    await expectGone();
  });

  it('by keyboard alone; the focus stays in the tooltip', async () => {
    await openTour();
    await expect.element(next).toHaveFocus();
    await press('{Tab}');
    await expect.element(page.getByRole('button', { name: 'Close tour' })).toHaveFocus();
    await press('{Shift>}{Tab}{/Shift}');
    await expect.element(next).toHaveFocus();
    for (const title of DESKTOP.slice(1)) {
      await press('{Enter}');
      await expect.element(step(title)).toBeVisible();
      await expect.poll(() => step(title).element().contains(document.activeElement)).toBe(true);
    }
    await press('{Enter}');
    await expectGone();
  });

  it('the tour does not start while the user is typing', async () => {
    await withFakeTime(async (pass) => {
      const typing = setInterval(() => window.dispatchEvent(new Event('input')), 200);
      await openApp('/chat', USER, { tourStarts: true });
      await expect.element(composer).toBeVisible();
      await pass(6_000);
      clearInterval(typing);
      await composer.fill('Done.');
      await pass(2_000);
      await expectCount(tour, 0);
      await pass(2_000);
      await expect.element(step('New chat')).toBeVisible();
    });
    await press('{Escape}');
    await expect.element(composer).toHaveFocus();
    await expect.element(composer).toHaveValue('Done.');
  });

  it('the tour does not start by itself when the user has meanwhile seen it through the button', async () => {
    await withFakeTime(async (pass) => {
      await openApp('/chat', USER, { tourStarts: true });
      await expect.element(composer).toBeVisible();
      const restart = page.getByRole('button', { name: 'Restart tour', includeHidden: true });
      await expect.element(restart).toBeInTheDocument();
      restart.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
      await expect.element(tour).toBeVisible();
      await press('{Escape}');
      await expect.poll(flag).toBe('true');
      await expectCount(tour, 0);
      await pass(4_000);
      await composer.fill('Done.');
      await expect.element(composer).toHaveValue('Done.');
      await expectCount(tour, 0);
    });
  });

  it('the tour does not start by itself when its flag is set', async () => {
    await import('./tour.tsx');
    await withFakeTime(async (pass) => {
      localStorage.setItem('hasSeenChatTour', 'true');
      await openApp('/chat', USER, { tourStarts: true });
      await expect.element(composer).toBeVisible();
      const restart = page.getByRole('button', { name: 'Restart tour', includeHidden: true });
      await expect.element(restart).toBeInTheDocument();
      await pass(10_000);
      await composer.fill('Hello');
      await expect.element(sendButton).toBeEnabled();
      await sendButton.click();
      await expect.element(log.getByText('A plain reply.')).toBeVisible();
      await expectCount(tour, 0);
    });
  });

  it('a closed sidebar is opened for the steps in it, and closed again after them', async () => {
    await openApp('/chat', USER);
    await page.getByRole('button', { name: 'Close menu' }).click();
    await openTour();
    await expect.element(step('New chat')).toBeVisible();
    expect(isSidebarOpen()).toBe('true');
    await press('{Escape}');
    await expect.poll(isSidebarOpen).toBe('false');
  });
});

describe('mobile', () => {
  it('‘Mobile (width 768 or less): adds a welcome step and a menu-button step. The sidebar opens automatically at step 2 and closes at step 7.’ [S2.tour.5 S2.tour.6 S9.tour.2 S9.tour.3]', async () => {
    await page.viewport(768, 844);
    await openTour();
    for (const [i, title] of MOBILE.entries()) {
      await expect.element(step(title)).toBeVisible();
      await expect.poll(isSidebarOpen).toBe(String(i >= 1 && i <= 5));
      await expect.poll(() => step(title).element().contains(document.activeElement)).toBe(true);
      await expectAccessible();
      if (title !== 'Message') await next.click();
    }
    await back.click();
    await back.click();
    await expect.element(step('Your chats')).toBeVisible();
    await expect.poll(isSidebarOpen).toBe('true');
    await press('{Escape}');
    await expect.poll(isSidebarOpen).toBe('false');
    await expectGone();
  });

  it('a swipe leaves the sidebar as the tour has it, and opens it after the tour', async () => {
    await page.viewport(390, 844);
    const swipe = () => {
      const finger = (clientX: number) => new Touch({ identifier: 1, target: document.body, clientX });
      const begin = { touches: [finger(60)], bubbles: true };
      document.body.dispatchEvent(new TouchEvent('touchstart', begin));
      const end = { changedTouches: [finger(200)], bubbles: true };
      document.body.dispatchEvent(new TouchEvent('touchend', end));
      return sidebar.state.get().open;
    };
    await openApp('/chat', USER);
    await expect.poll(swipe).toBe(true);
    await openTour();
    await expect.element(step('Welcome')).toBeVisible();
    await expect.poll(isSidebarOpen).toBe('false');
    expect(swipe()).toBe(false);
    await press('{Escape}');
    await expectGone();
    expect(swipe()).toBe(true);
  });

  it('the tooltip is at most 280 px wide, and wholly on the screen [S9.tour.5]', async () => {
    await page.viewport(390, 844);
    await emulateMedia({ colorScheme: 'dark' });
    await openTour();
    for (const title of MOBILE) {
      await expect.element(step(title)).toBeVisible();
      await expect.element(tour).toHaveStyle({ maxWidth: '280px' });
      await expect
        .element(next.or(page.getByRole('button', { name: 'Got it!' })))
        .toBeInViewport({ ratio: 1 });
      const box = step(title).element().getBoundingClientRect();
      expect(box.width).toBeLessThanOrEqual(280);
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(390);
      await expectAccessible();
      if (title !== 'Message') await next.click();
    }
  });
});

it('guests have no tour', () =>
  withFakeTime(async (pass) => {
    await openApp('/guest', undefined, { tourStarts: true });
    await expect.element(page.getByRole('textbox')).toBeVisible();
    await pass(10_000);
    await expectCount(tour, 0);
    await expectCount(page.getByRole('button', { name: 'Restart tour', includeHidden: true }), 0);
  }));
