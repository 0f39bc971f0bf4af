/** The signed-in devices on the account page: the list, and ending one device or all others. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { SignedInDevice } from '#contract/entities';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../../test/components/accessible.ts';
import { openApp, USER } from '../../../../../test/components/app.tsx';
import { expectCount } from '../../../../../test/components/browser.ts';
import { startChats } from '../../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../../test/components/console.ts';
import { answer, asked, broken, held } from '../../../../../test/components/server.ts';

startChats();
beforeEach(() => answer('getSecondFactor', { isOn: false, isRequired: false }));

const section = page.getByRole('region', { name: 'Signed-in devices' });
const heading = section.getByRole('heading', { name: 'Signed-in devices' });
const rows = section.getByRole('listitem');
const endOthers = section.getByRole('button', { name: 'End all others' });

const device = (id: string, change: Partial<SignedInDevice> = {}): SignedInDevice => ({
  ...{ id, since: '2026-01-01T12:00:00.000Z', lastUsed: '2026-01-03', isThis: false },
  ...{ browser: 'Safari', system: 'iPhone', ...change },
});
const HERE = device('here', {
  ...{ isThis: true, browser: 'Chrome', system: 'Linux' },
  lastUsed: new Date().toISOString().slice(0, 10),
});
const UNKNOWN: SignedInDevice = { id: 'unknown', since: HERE.since, lastUsed: '2026-01-02', isThis: false };

/** The account page of a user with these devices. The server forgets the ones that are ended. */
async function openAccount(...all: SignedInDevice[]): Promise<void> {
  let devices = all;
  answer('listDevices', () => ({ devices }));
  answer('endDevice', ({ input }) => {
    devices = devices.filter(({ id }) => id !== input.id);
    return { message: 'Done.' };
  });
  answer('endOtherDevices', () => {
    devices = devices.filter(({ isThis }) => isThis);
    return { message: 'Done.' };
  });
  await openApp('/account', USER);
  await expectCount(rows, devices.length);
}

it('shows browser, system and times, marks this device, and offers to end the others', async () => {
  await openAccount(HERE, device('phone'), UNKNOWN);
  for (const [row, text] of [
    [0, 'Chrome on Linux'],
    [0, 'This device'],
    [0, 'Signed in since Jan 1, 2026, used today'],
    [1, 'Safari on iPhone'],
    [1, 'Signed in since Jan 1, 2026, last used Jan 3, 2026'],
    [2, 'Unknown device'],
  ] as const)
    await expect.element(rows.nth(row).getByText(text)).toBeVisible();
  await expectCount(rows.nth(0).getByRole('button'), 0);
  expect(asked('listDevices').at(-1)?.input.device).toMatch(/^[0-9a-f-]{36}$/);
});

describe('ending', () => {
  it('one removes its row, says so, and moves the focus to the heading', async () => {
    await openAccount(HERE, device('phone'), UNKNOWN);
    await section.getByRole('button', { name: 'End Safari on iPhone' }).click();
    await expect.element(section.getByText('Safari on iPhone is signed out.')).toBeVisible();
    await expectCount(rows, 2);
    await expect.element(heading).toHaveFocus();
    expect(asked('endDevice').map(({ input }) => input.id)).toEqual(['phone']);
  });

  it('one shows afterwards what the server lists, which may be less', async () => {
    await openAccount(HERE, device('phone'), UNKNOWN);
    answer('endDevice', () => {
      answer('listDevices', { devices: [HERE] });
      return { message: 'Done.' };
    });
    await section.getByRole('button', { name: 'End Safari on iPhone' }).click();
    await expectCount(rows, 1);
    await expect.element(section.getByText('Safari on iPhone is signed out.')).toBeVisible();
  });

  it('all others is offered although none is listed, and although the list cannot be loaded', async () => {
    expectOnConsole(/./);
    await openAccount(HERE);
    await endOthers.click();
    await expect.element(section.getByText('All other devices are signed out.')).toBeVisible();
    answer('listDevices', broken());
    await openApp('/account', USER);
    await expect.element(section.getByText('Your devices could not be loaded.')).toBeVisible();
    await endOthers.click();
    await expect.element(section.getByText('All other devices are signed out.')).toBeVisible();
    expect(asked('endOtherDevices')).toHaveLength(2);
  });

  it('all others leaves this device alone', async () => {
    await openAccount(HERE, device('phone'), UNKNOWN);
    await endOthers.click();
    await expect.element(section.getByText('All other devices are signed out.')).toBeVisible();
    await expect.element(section.getByText('No other device is listed.')).toBeVisible();
    await expectCount(rows, 1);
    await expect.element(heading).toHaveFocus();
  });

  it('is asked for once, although the button is pressed again meanwhile', async () => {
    await openAccount(HERE, device('phone'));
    const { release } = held('endDevice', { message: 'Done.' });
    answer('listDevices', { devices: [HERE] });
    const end = section.getByRole('button', { name: 'End Safari on iPhone' });
    await end.click();
    await expect.element(end).toHaveAttribute('aria-disabled', 'true');
    await end.click({ force: true });
    await release();
    await expectCount(rows, 1);
    expect(asked('endDevice')).toHaveLength(1);
  });

  it('that fails says so, and keeps the row', async () => {
    expectOnConsole(/./);
    await openAccount(HERE, device('phone'));
    answer('endDevice', broken());
    await section.getByRole('button', { name: 'End Safari on iPhone' }).click();
    await expect
      .element(section.getByRole('alert'))
      .toHaveTextContent('The device could not be signed out. Please try again.');
    await expectCount(rows, 2);
  });
});

it('says that it is loading, and that no other device is listed', async () => {
  const { release } = held('listDevices', { devices: [HERE] });
  await openApp('/account', USER);
  await expect.element(section.getByText('Loading your devices…')).toBeVisible();
  await release();
  await expect.element(section.getByText('No other device is listed.')).toBeVisible();
});

it('a list that cannot be loaded says so, and can be tried again', async () => {
  expectOnConsole(/./);
  answer('listDevices', broken());
  await openApp('/account', USER);
  await expect
    .element(section.getByRole('alert').getByText('Your devices could not be loaded.'))
    .toBeVisible();
  answer('listDevices', { devices: [HERE] });
  await section.getByRole('button', { name: 'Try again' }).click();
  await expectCount(rows, 1);
  await expect.element(heading).toHaveFocus();
});

it.each([320, 1440])(
  'accessible at %i pixels, with a long name and one from right to left',
  async (width) => {
    await page.viewport(width, 844);
    const browser = 'متصفح سامسونج';
    await openAccount(HERE, device('long', { system: 'Long'.repeat(20) }), device('arabic', { browser }));
    await expectAccessible();
    expectNoSidewaysScroll();
  },
);
