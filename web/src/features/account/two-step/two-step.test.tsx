/** Two-step sign-in on the account page: its states, its failures, and where the focus is. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../../test/components/accessible.ts';
import { ADMIN, openApp, type Person, USER } from '../../../../../test/components/app.tsx';
import { expectCount, press } from '../../../../../test/components/browser.ts';
import { expectOnConsole } from '../../../../../test/components/console.ts';
import { answer, asked, broken, held, refuse, startServer } from '../../../../../test/components/server.ts';

startServer();

const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567ABCDEFGHIJKLMNOPQRST';
const card = page.getByRole('region', { name: 'Two-step sign-in' });
const button = (name: string) => card.getByRole('button', { name });
const password = card.getByLabelText('Your password');
const code = card.getByLabelText('Code of six digits');
const scan = card.getByText(/^Scan this with your app/);
const status = card.getByRole('status');

beforeEach(() => {
  answer('listDevices', { devices: [] });
  answer('getSecondFactor', { isOn: false, isRequired: false });
  answer('setUpSecondFactor', { secret: SECRET });
  answer('switchOnSecondFactor', { message: '' });
  answer('switchOffSecondFactor', { message: '' });
});

async function openAccount(person: Person = USER): Promise<void> {
  await openApp('/account', person);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
}

async function openKey(): Promise<void> {
  await openAccount();
  await button('Set up…').click();
  await password.fill('my password');
  await button('Continue').click();
  await expect.element(scan).toHaveFocus();
}

describe('the setting', () => {
  it('is loading, then off', async () => {
    const setting = held('getSecondFactor', { isOn: false, isRequired: false });
    await openAccount();
    await expect.element(status).toHaveTextContent('Loading…');
    await setting.release();
    await expect.element(status).toHaveTextContent('Two-step sign-in is off.');
    await expect.element(button('Set up…')).toBeVisible();
  });

  it('that cannot be loaded says so, and is loaded again', async () => {
    expectOnConsole(/./);
    answer('getSecondFactor', broken());
    await openAccount();
    await expect.element(card.getByRole('alert')).toMatchTextContent(/Your setting could not be loaded\./);
    answer('getSecondFactor', { isOn: true, isRequired: false });
    await button('Try again').click();
    await expect.element(status).toHaveTextContent('Two-step sign-in is on.');
    await expect.element(card.getByRole('heading')).toHaveFocus();
  });

  it('tells an administrator that the console needs it', async () => {
    answer('getSecondFactor', { isOn: false, isRequired: true });
    await openAccount(ADMIN);
    await expect.element(status).toMatchTextContent(/You need it for the operators’ console\./);
  });
});

describe('setting up', () => {
  it('asks for the password, shows the key three ways, and takes the first code', async () => {
    await openAccount();
    await button('Set up…').click();
    await expect.element(password).toHaveFocus();
    await password.fill('my password');
    await press('{Enter}');
    await expect.element(scan).toHaveFocus();
    expect(asked('setUpSecondFactor').map(({ body }) => body)).toEqual([{ password: 'my password' }]);
    await expect.element(card.getByText('ABCD EFGH IJKL MNOP')).toBeVisible();
    const uri = `otpauth://totp/Parley:ada%40example.com?secret=${SECRET}&issuer=Parley`;
    const link = card.getByRole('link', { name: 'Open in an app on this device' });
    await expect.element(link).toHaveAttribute('href', uri);
    await expect.element(card.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
    await code.fill('123 456');
    await button('Switch on').click();
    await expect.element(button('Sign in again')).toHaveFocus();
    await expect.element(status).toMatchTextContent(/You are signed out on all your devices/);
    expect(asked('switchOnSecondFactor').map(({ body }) => body)).toEqual([
      { password: 'my password', code: '123456' },
    ]);
  });

  it('with a wrong password stays at the password', async () => {
    answer('setUpSecondFactor', refuse('password_wrong'));
    await openAccount();
    await button('Set up…').click();
    await password.fill('wrong');
    await button('Continue').click();
    await expect.element(password).toHaveAccessibleDescription(/That password is not right\./);
    await expect.element(password).toHaveFocus();
    await expect.element(password).toHaveValue('wrong');
  });

  it('with a wrong code stays at the code, which is emptied', async () => {
    answer('switchOnSecondFactor', refuse('second_factor_code_wrong'));
    await openKey();
    await code.fill('000000');
    await button('Switch on').click();
    await expect.element(code).toHaveAccessibleDescription(/That code is not right, or was used before/);
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveValue('');
    await expect.element(card.getByText('ABCD EFGH')).toBeVisible();
  });

  it('that took too long begins again with the password, and says why', async () => {
    answer('switchOnSecondFactor', refuse('second_factor_setup_over'));
    await openKey();
    await code.fill('000000');
    await button('Switch on').click();
    await expect.element(card.getByRole('alert')).toMatchTextContent(/The setup was not finished\./);
    await expect.element(password).toBeVisible();
    await expectCount(code, 0);
  });

  it('that is not answered says so, and can be tried again', async () => {
    answer('setUpSecondFactor', broken());
    await openAccount();
    await button('Set up…').click();
    await password.fill('my password');
    await button('Continue').click();
    await expect.element(card.getByRole('alert')).toHaveTextContent('That did not work. Please try again.');
    await button('Continue').click();
    await expect.poll(() => asked('setUpSecondFactor')).toHaveLength(2);
    await expect.element(button('Continue')).toHaveFocus();
    answer('setUpSecondFactor', { secret: SECRET });
    await button('Continue').click();
    await expect.element(code).toBeVisible();
  });

  it('can be cancelled, and sends nothing more', async () => {
    await openKey();
    await button('Cancel').click();
    await expect.element(button('Set up…')).toHaveFocus();
    expect(asked('switchOnSecondFactor')).toEqual([]);
  });

  it('sends one request at a time', async () => {
    const setup = held('setUpSecondFactor', { secret: SECRET });
    await openAccount();
    await button('Set up…').click();
    await password.fill('my password');
    await press('{Enter}');
    await expect.element(button('One moment…')).toHaveAttribute('aria-disabled', 'true');
    await press('{Enter}');
    await setup.release();
    await expect.element(code).toBeVisible();
    expect(asked('setUpSecondFactor')).toHaveLength(1);
  });
});

describe('switching off', () => {
  it('asks for password and code', async () => {
    answer('getSecondFactor', { isOn: true, isRequired: false });
    await openAccount();
    await button('Switch off…').click();
    await password.fill('my password');
    await code.fill('123456');
    await button('Switch off').click();
    await expect.element(status).toHaveTextContent('Two-step sign-in is off.');
    await expect.element(button('Set up…')).toHaveFocus();
    expect(asked('switchOffSecondFactor').map(({ body }) => body)).toEqual([
      { password: 'my password', code: '123456' },
    ]);
  });

  it('after too many attempts says when to come back, and keeps it on', async () => {
    answer('getSecondFactor', { isOn: true, isRequired: false });
    answer('switchOffSecondFactor', refuse('too_many_requests', 'You can try again after midnight UTC.'));
    await openAccount();
    await button('Switch off…').click();
    await password.fill('my password');
    await code.fill('123456');
    await button('Switch off').click();
    await expect.element(card.getByRole('alert')).toHaveTextContent('You can try again after midnight UTC.');
    await button('Cancel').click();
    await expect.element(status).toHaveTextContent('Two-step sign-in is on.');
  });
});

it.each([390, 1440])('accessible at %i pixels, light and dark, with the key and an error', async (width) => {
  await page.viewport(width, 844);
  answer('switchOnSecondFactor', refuse('second_factor_code_wrong'));
  await openKey();
  await expect.element(card.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  await expectAccessible();
  await code.fill('000000');
  await button('Switch on').click();
  await expect.element(code).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible();
  expectNoSidewaysScroll();
});
