/** The frame of every page: navigation bar, access to pages, phones, and an unknown address. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test/components/accessible.ts';
import { address, openApp, reopenApp, USER } from '../../../test/components/app.tsx';
import { departures, expectCount, press, setTextSize } from '../../../test/components/browser.ts';
import {
  composer,
  isSidebarOpen,
  link,
  links,
  logout,
  more,
  morePages,
  newChat,
  openChat,
  openMenu,
  pick,
  sendButton,
} from '../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../test/components/chats.ts';
import { answer } from '../../../test/components/server.ts';
import { pageAfterSignIn } from '../lib/session/page-after-sign-in.ts';
import { sidebar } from '../lib/sidebar-state.ts';

startChats();

const WIDTHS = [320, 390, 767, 768, 1024, 1440];
const banner = page.getByRole('banner');
const logo = banner.getByRole('link', { name: 'Parley' });
const login = banner.getByRole('link', { name: 'Login' });
const addChat = page.getByRole('button', { name: 'Add chat' });

/** Returns the distance between the middle of the logo and the middle of the screen. */
function offset(): number {
  const { left, width } = logo.element().getBoundingClientRect();
  return Math.abs(left + width / 2 - window.innerWidth / 2);
}

it('the logo stays in the middle, with and without buttons beside it [S2.shell.3]', async () => {
  for (const path of ['/chat', '/nowhere']) {
    await openApp(path, USER);
    await expect.element(logo).toBeVisible();
    for (const width of WIDTHS) {
      await page.viewport(width, 800);
      await expect.poll(offset).toBeLessThan(1);
    }
  }
});

it('the bar names the signed-in user, and cuts a long name short [S3.storage.1]', async () => {
  const name = 'Wilhelmina Alexandra Bartholomew de la Fontaine-Cholmondeley the Third';
  await openChat('/chat', { ...USER, name });
  expect(localStorage.getItem('userName')).toBe(name);
  expect(localStorage.getItem('userEmail')).toBe(USER.email);
  expect(localStorage.getItem('selectedChatId')).toBe(server.newest().chatId);
  const shown = banner.getByText(name);
  for (const width of WIDTHS) {
    await page.viewport(width, 800);
    await expect.element(shown).toBeVisible();
    await expect.poll(offset).toBeLessThan(1);
    const { right } = logo.element().getBoundingClientRect();
    expect(shown.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(right);
  }
});

it('the menu button toggles the sidebar, and its icon says which way [S2.shell.1 S2.shell.2 S4.sidebar.1]', async () => {
  await openChat();
  const icon = () => document.querySelector<HTMLElement>('header [data-icon^="menu"]')?.dataset.icon;
  await expect.element(logout).toBeVisible();
  expect(icon()).toBe('menu-open');
  await page.getByRole('button', { name: 'Close menu' }).click();
  await expectCount(logout, 0);
  expect(icon()).toBe('menu');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect.element(logout).toBeVisible();
});

it('with text of 32 pixels, the page still fits beside the sidebar on the narrowest screen that has both', async () => {
  await openChat();
  setTextSize(32);
  await page.viewport(769, 900);
  await expect.element(logout).toBeVisible();
  await expect.poll(() => document.documentElement.scrollWidth).toBe(769);
  expect(sendButton.element().getBoundingClientRect().right).toBeLessThanOrEqual(769);
  const { scrollWidth, clientWidth } = document.getElementById('sidebar') ?? expect.fail('no sidebar');
  expect(scrollWidth).toBe(clientWidth);
});

it.each([
  [844, 330],
  [455, 216],
  [320, 256],
  [320, 180],
])(
  'in a window of %d by %d, the sidebar scrolls: a chat can be renamed and opened, and Logout is in reach',
  async (width, height) => {
    server.givenChats(60);
    await openChat();
    await page.viewport(width, height);
    await new Promise(requestAnimationFrame);
    if (isSidebarOpen() === 'false') await openMenu.click();
    await expectCount(links, 50);
    await pick('Stored chat 60', 'Rename');
    const field = page.getByRole('textbox', { name: 'Chat name' });
    await expect.element(field).toHaveFocus();
    await expect.element(field).toBeInViewport();
    await press('{Escape}');
    await links.last().hover();
    await expectCount(links, 61);
    await logout.hover();
    await expect.element(logout).toBeInViewport();
    await link('Stored chat 58').click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Stored chat 58' })).toBeInTheDocument();
  },
);

it('Login leads to /login, and is not there on /login and /register [S2.shell.6 S2.shell.7]', async () => {
  await openApp('/nowhere');
  await expect.element(login).toHaveAttribute('href', '/login');
  await openApp('/register');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectCount(login, 0);
  await openApp('/login');
  await expect.element(page.getByRole('heading', { name: 'Redirecting...' })).toBeVisible();
  await expectCount(login, 0);
  await expect.poll(departures).toHaveLength(1);
});

it('Logout and the add-chat button are for the signed-in; others find Login there [S2.shell.5 S2.shell.10 S2.sidebar.2]', async () => {
  for (const path of ['/', '/guest']) {
    await openApp(path);
    await expect.element(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();
    await expectCount(logout, 0);
    await expectCount(addChat, 0);
  }
  await openChat();
  await expect.element(logout).toBeVisible();
  await expect.element(addChat).toBeVisible();
  await expectCount(page.getByRole('link', { name: 'Login' }), 0);
});

/** Answers the calls of /personalize. */
function startPersonalize(): void {
  answer('getInstructions', { text: '', isOn: true });
  answer('getPrompts', { prompts: [] });
}

it('the title of a page that the user has navigated to has the focus, and in a chat the input', async () => {
  startPersonalize();
  const title = page.getByRole('heading', { level: 1, name: 'Personalize' });
  await openApp('/personalize', USER);
  await expect.element(title).toBeVisible();
  expect(document.activeElement).toBe(document.body);
  await page.getByRole('link', { name: 'Back to your chats' }).click();
  await expect.element(composer).toHaveFocus();
  await more.click();
  await morePages.getByRole('link', { name: 'Personalize' }).click();
  await expect.element(title).toHaveFocus();
  window.history.back();
  await expect.element(composer).toHaveFocus();
  window.history.forward();
  await expect.element(title).toHaveFocus();
});

it('on a phone, a chat that the user has navigated to has the focus on its name', async () => {
  startPersonalize();
  await page.viewport(390, 844);
  await openChat();
  expect(document.activeElement).toBe(document.body);
  await openMenu.click();
  await more.click();
  await morePages.getByRole('link', { name: 'Personalize' }).click();
  await page.getByRole('link', { name: 'Back to your chats' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Chat 1' })).toHaveFocus();
});

it.each(['/chat', '/account', '/usage', '/payment-page', '/support', '/admin'])(
  '%s sends a visitor to / [S2.protected.1 S2.payment.1]',
  async (path) => {
    await openApp(path);
    await expect.poll(address).toBe('/');
    await expect.element(page.getByText('Welcome To')).toBeVisible();
    await expectCount(logout, 0);
  },
);

it('/ leads the signed-in to /chat, and shows the waitlist page to others [S2.root.1]', async () => {
  await openApp('/');
  await expect.element(page.getByText('Welcome To')).toBeVisible();
  expect(address()).toBe('/');
  await openChat('/');
  await expect.poll(address).toBe(`/chat/${server.newest().chatId}`);
});

it('the logo leads to the chats, also after a sign-in that led to the page asked for', async () => {
  pageAfterSignIn.keep({ pathname: '/usage', search: '', hash: '' });
  await openApp('/usage', USER);
  await expect.element(page.getByRole('heading', { name: 'Your usage' })).toBeVisible();
  await logo.click();
  await expect.poll(address).toBe(`/chat/${server.newest().chatId}`);
});

it('each page that a visitor may open is accessible, light and dark', async () => {
  for (const path of ['/', '/register', '/nowhere', '/guest', '/subscription']) {
    await reopenApp(path);
    await expect.element(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible();
  }
});

describe('on a phone', () => {
  const HEIGHT = 844;
  const bottom = () => composer.element().getBoundingClientRect().bottom;

  it('the input stays above a keyboard that lies over the page, also zoomed back out', async () => {
    // Safari on iOS reports its keyboard so: the page keeps its size, the visual viewport shrinks.
    const viewport = Object.assign(new EventTarget(), { height: HEIGHT, scale: 1, offsetTop: 0 });
    const show = (change: Partial<{ height: number; scale: number }>) => {
      Object.assign(viewport, change);
      viewport.dispatchEvent(new Event('resize'));
    };
    await page.viewport(390, HEIGHT);
    Object.defineProperty(window, 'visualViewport', { configurable: true, value: viewport });
    await openChat();
    await expect.poll(bottom).toBeGreaterThan(HEIGHT - 100);
    show({ height: 500 });
    await expect.poll(bottom).toBeLessThanOrEqual(500);
    show({ height: 422, scale: 2 });
    await expect.poll(bottom).toBeGreaterThan(HEIGHT - 100);
    show({ height: 500, scale: 1 });
    await expect.poll(bottom).toBeLessThanOrEqual(500);
    show({ height: HEIGHT });
    await expect.poll(bottom).toBeGreaterThan(HEIGHT - 100);
  });

  /** Moves a finger over `target`, from the first point to the second. */
  const swipe = (
    from: readonly [number, number],
    to: readonly [number, number],
    target: Element = document.body,
  ) => {
    const finger = ([clientX, clientY]: readonly [number, number]) =>
      new Touch({ identifier: 1, target, clientX, clientY });
    target.dispatchEvent(new TouchEvent('touchstart', { touches: [finger(from)], bubbles: true }));
    target.dispatchEvent(new TouchEvent('touchend', { changedTouches: [finger(to)], bubbles: true }));
  };

  /** Swipes the sidebar open, as soon as the script for swipes is there. */
  const swipesWork = () =>
    expect
      .poll(() => {
        swipe([60, 400], [200, 420]);
        return isSidebarOpen();
      })
      .toBe('true');

  it('a swipe opens the sidebar and closes it; the focus follows', async () => {
    await page.viewport(390, HEIGHT);
    await openChat();
    await swipesWork();
    await expect.element(newChat).toHaveFocus();
    swipe([250, 400], [100, 400]);
    await expect.poll(isSidebarOpen).toBe('false');
    await expect.element(openMenu).toHaveFocus();
  });

  it.each([
    [844, 330, () => page.getByRole('button', { name: 'Chat options: Chat 1' })],
    [390, 844, () => openMenu],
  ])(
    'the focus of a menu that a resize to %d by %d closes stays on the screen',
    async (width, height, end) => {
      await openChat();
      await page.viewport(844, 390);
      await link('Chat 1').hover();
      await page.getByRole('button', { name: 'Chat options: Chat 1' }).click();
      await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toHaveFocus();
      await page.viewport(width, height);
      await expectCount(page.getByRole('menu'), 0);
      await expect.element(end()).toHaveFocus();
    },
  );

  it('a rotation that closes the sidebar leaves the focus in the input', async () => {
    await openChat();
    await page.viewport(844, 390);
    await expect.element(composer).toHaveFocus();
    await page.viewport(390, HEIGHT);
    await expect.poll(isSidebarOpen).toBe('false');
    await expect.element(composer).toHaveFocus();
  });

  it('Tab does not go behind the open sidebar, and Escape closes it', async () => {
    await page.viewport(360, HEIGHT);
    await openChat();
    await openMenu.click();
    await expect.element(newChat).toHaveFocus();
    await expect.element(logout).toBeVisible();
    const main = document.querySelector('main');
    for (let stop = 0; stop < 20; stop += 1) {
      await press('{Tab}');
      expect(main?.contains(document.activeElement)).toBe(false);
    }
    await press('{Escape}');
    await expect.poll(isSidebarOpen).toBe('false');
    await expect.element(composer).toBeVisible();
    await composer.click();
    await expect.element(composer).toHaveFocus();
  });

  it.each([
    ['that is short', [60, 400], [100, 400], false],
    ['that goes down more than sideways', [60, 200], [160, 420], false],
    ['that begins at the other side', [250, 400], [380, 400], false],
    ['over a part that scrolls sideways', [60, 400], [200, 400], true],
  ] as const)('a swipe %s leaves the sidebar closed', async (_, from, to, isWide) => {
    await page.viewport(390, HEIGHT);
    await openChat();
    await swipesWork();
    sidebar.setOpen(false);
    const part = document.createElement('div');
    part.style.overflowX = 'auto';
    part.innerHTML = `<p style="width: ${isWide ? 900 : 10}px">wide</p>`;
    document.querySelector('main')?.append(part);
    swipe(from, to, part);
    expect(sidebar.state.get().open).toBe(false);
    swipe([60, 400], [200, 400]);
    expect(sidebar.state.get().open).toBe(true);
  });
});

it('an unknown address shows that the page does not exist, and tells search engines not to index it', async () => {
  await openApp('/nowhere');
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  const robots = () => document.head.querySelector<HTMLMetaElement>('meta[name=robots]')?.content;
  expect(robots()).toBe('noindex');
  await page.getByRole('link', { name: 'Back to the start' }).click();
  await expect.element(page.getByText('Welcome To')).toBeVisible();
  expect(robots()).toBeUndefined();
  await expectCount(newChat, 0);
});
