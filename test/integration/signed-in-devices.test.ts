/** Devices on which a user is signed in: listed, ended one by one or all others (decision 0086). */
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInDevice } from '#contract/entities';
import { ENDED_MAX, revocationKey } from '../../lambdas/store/revocations.ts';
import { HostedBrowser } from '../support/hosted-ui-client.ts';
import { SocketClient } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1';
const LAPTOP = '11111111-1111-4111-8111-111111111111';
const MOBILE = '22222222-2222-4222-8222-222222222222';
const GONE = '33333333-3333-4333-8333-333333333333';
const TABLET = '44444444-4444-4444-8444-444444444444';
const DAY_MS = 86_400_000;

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

interface SignedIn extends TestUser {
  readonly refreshToken: string;
}

/** The user with a new sign-in. */
async function signIn(user: TestUser): Promise<SignedIn> {
  const { idToken: token, accessToken, refreshToken } = await stack.inner.tokensFor(user.email);
  return { ...user, token, accessToken, refreshToken };
}
/** The same sign-in with a renewed token. */
const renewed = async (user: SignedIn): Promise<SignedIn> => ({
  ...user,
  token: (await stack.refresh(user.refreshToken)).idToken,
});

const connect = ({ token }: TestUser, device: string, userAgent: string): Promise<SocketClient> =>
  SocketClient.connect({
    ...{ url: `${stack.urls.socket}?device=${device}`, credential: token, origin: stack.urls.site },
    headers: { 'user-agent': userAgent },
  });
const post = ({ token }: TestUser, path: string) =>
  stack.http('POST', `/api/account/devices/${path}`, { token, body: {} });

async function devicesOf({ token }: TestUser, device?: string): Promise<SignedInDevice[]> {
  const query = device === undefined ? '' : `?device=${device}`;
  const { status, text } = await stack.http('GET', `/api/account/devices${query}`, { token });
  expect(status).toBe(200);
  return JSON.parse(text).devices;
}
async function statusOf({ email, token }: TestUser): Promise<number | string> {
  const { status, text } = await stack.http('GET', `/api/usage?userEmail=${email}`, { token });
  return status === 200 ? status : JSON.parse(text).code;
}
const countWrites = () =>
  stack.inner.faults.at({
    service: 'dynamodb',
    action: 'UpdateItem',
    times: 100,
    about: isSignIn,
    effect: {},
  });
const isSignIn = (request: string): boolean => request.includes('SIGNINS#');

const claimsOf = ({ token }: TestUser) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
const seconds = (): number => Math.floor(stack.inner.clock.now() / 1000);

/** Writes a revocation mark directly into the table. */
function putMark({ owner }: TestUser, fields: object) {
  const { documents, table } = stack.inner.dynamodb;
  const Item = { ...revocationKey(owner), ttl: seconds() + 3_600, ...fields };
  return documents.send(new PutCommand({ TableName: table('Connections'), Item }));
}

/** Gives the user's stored sign-ins the shape of an earlier version. */
async function removeIssuedAt({ owner }: TestUser): Promise<void> {
  const { documents, table } = stack.inner.dynamodb;
  const TableName = table('Connections');
  const ExpressionAttributeValues = { ':pk': `SIGNINS#${owner}` };
  const { Items = [] } = await documents.send(
    new QueryCommand({ TableName, KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues }),
  );
  expect(Items).not.toHaveLength(0);
  for (const { issuedAt: _, ...Item } of Items) await documents.send(new PutCommand({ TableName, Item }));
}

/** A laptop with two tabs and a phone, all connected. The phone signed in a second later. */
async function givenDevices() {
  const user = await stack.givenUser();
  const [here, tab] = [await signIn(user), await signIn(user)];
  stack.moveClock(1_000);
  const phone = await signIn(user);
  const clients = {
    here: await connect(here, LAPTOP, FIREFOX),
    tab: await connect(tab, LAPTOP, FIREFOX),
    phone: await connect(phone, MOBILE, PHONE),
  };
  return { user, here, tab, phone, clients };
}

describe('the list', () => {
  it('has one row for a browser with its tabs, this device first, with the names of browser and system alone', async () => {
    const { here, phone } = await givenDevices();
    const today = new Date(stack.inner.clock.now()).toISOString().slice(0, 10);
    const row = { since: expect.stringMatching(/^\d{4}-.*Z$/), lastUsed: today };
    const laptop = { ...row, id: LAPTOP, browser: 'Firefox', system: 'Linux' };
    const mobile = { ...row, id: MOBILE, browser: 'Safari', system: 'iPhone' };
    expect(await devicesOf(here, LAPTOP)).toEqual([
      { ...laptop, isThis: true },
      { ...mobile, isThis: false },
    ]);
    expect(await devicesOf(phone, MOBILE)).toEqual([
      { ...mobile, isThis: true },
      { ...laptop, isThis: false },
    ]);
  });

  it('has the asking sign-in, although it opened no connection', async () => {
    const here = await signIn(await stack.givenUser());
    const [own, ...more] = await devicesOf(here, LAPTOP);
    expect([own?.id, own?.isThis, more]).toEqual([LAPTOP, true, []]);
    expect(await devicesOf(here, LAPTOP)).toHaveLength(1);
  });

  it('says that this device is used today, although it connected on an earlier day', async () => {
    const here = await signIn(await stack.givenUser());
    const client = await connect(here, LAPTOP, FIREFOX);
    client.close();
    stack.moveClock(DAY_MS);
    const today = new Date(stack.inner.clock.now()).toISOString().slice(0, 10);
    const laptop = { id: LAPTOP, browser: 'Firefox', lastUsed: today, isThis: true };
    expect(await devicesOf(await renewed(here), LAPTOP)).toMatchObject([laptop]);
  });

  it('shows nothing of another user', async () => {
    await givenDevices();
    expect(await devicesOf(await signIn(await stack.givenUser()))).toHaveLength(1);
  });

  it('stores a sign-in once a day, and does not store what a browser calls itself', async () => {
    const here = await signIn(await stack.givenUser());
    const conditional = countWrites();
    await connect(here, LAPTOP, '<script>alert(1)</script>');
    const [own] = await devicesOf(here, LAPTOP);
    await devicesOf(here, LAPTOP);
    expect(conditional.struck).toBe(1);
    expect(own).not.toHaveProperty('browser');
    stack.clearFaults();
  });

  it('admits a connection whose sign-in cannot be stored', async () => {
    const here = await signIn(await stack.givenUser());
    const fail = { code: 'InternalServerError', status: 500 };
    stack.inner.faults.at({ ...{ service: 'dynamodb', times: 10, about: isSignIn }, effect: { fail } });
    await connect(here, LAPTOP, FIREFOX);
    stack.clearFaults();
  });
});

describe('a sign-in of the second in which tokens were revoked, or renewed by the cookie', () => {
  it('is listed with a renewed token, also as a row of an earlier version, and can be ended', async () => {
    const user = await stack.givenUser();
    const phone = await signIn(user);
    await connect(phone, MOBILE, PHONE);
    await putMark(user, { issuedUntil: seconds() });
    stack.moveClock(1_000);
    const here = await signIn(user);
    const late = await renewed(phone);
    expect(await statusOf(late)).toBe(200);
    await removeIssuedAt(user);
    expect(await devicesOf(here, LAPTOP)).toHaveLength(1);
    await connect(late, MOBILE, PHONE);
    expect((await devicesOf(here, LAPTOP)).map(({ id }) => id)).toEqual([LAPTOP, MOBILE]);
    expect((await post(here, `${MOBILE}/end`)).status).toBe(200);
    expect(await statusOf(late)).toBe('signed_out');
  });

  it('is listed although a mark of an earlier version is younger than the password', async () => {
    const user = await stack.givenUser();
    const mobile = new HostedBrowser(stack);
    await mobile.signIn(user);
    stack.moveClock(1_000);
    await putMark(user, { issuedUntil: seconds() });
    stack.moveClock(1_000);
    const phone = await mobile.signInByCookie(user);
    if (!phone) throw new Error('The cookie does not sign in, so this test shows nothing');
    expect(await statusOf(phone)).toBe(200);
    await connect(phone, MOBILE, PHONE);
    const here = await signIn(user);
    expect((await devicesOf(here, LAPTOP)).map(({ id }) => id)).toEqual([LAPTOP, MOBILE]);
    expect((await post(here, `${MOBILE}/end`)).status).toBe(200);
    expect(await statusOf(phone)).toBe('signed_out');
  });
});

describe('ending', () => {
  it('a device refuses its tokens, also renewed ones, and tells and closes its connections', async () => {
    const { here, tab, phone, clients } = await givenDevices();
    expect((await post(here, `${MOBILE}/end`)).status).toBe(200);
    await stack.eventually(() => expect(clients.phone.closedWith).toBeDefined());
    expect(clients.phone.frames).toContainEqual({ type: 'signedOut' });
    expect([await statusOf(here), await statusOf(tab)]).toEqual([200, 200]);
    expect(await statusOf(phone)).toBe('signed_out');
    expect(await statusOf(await renewed(phone))).toBe('signed_out');
    await expect(connect(await renewed(phone), MOBILE, PHONE)).rejects.toThrow('refused: 401');
    expect((await devicesOf(here)).map(({ id }) => id)).toEqual([LAPTOP]);
    expect(clients.here.closedWith).toBeUndefined();
    expect((await post(here, `${MOBILE}/end`)).status).toBe(200);
  });

  it('lasts as long as the refresh token does', async () => {
    const { user, here, phone } = await givenDevices();
    await post(here, `${MOBILE}/end`);
    stack.moveClock(29 * DAY_MS);
    try {
      // Expired rows are deleted, and another logout drops expired sign-ins from the mark.
      await stack.inner.dynamodb.sweep();
      const other = await signIn(user);
      await stack.http('POST', '/api/account/logout', { token: other.token, body: {} });
      const late = await renewed(phone);
      expect(await statusOf(late)).toBe('signed_out');
      await expect(connect(late, MOBILE, PHONE)).rejects.toThrow('refused: 401');
    } finally {
      stack.moveClock(-29 * DAY_MS);
    }
  });

  it('lets the user sign in again on the device', async () => {
    const { user, here } = await givenDevices();
    await post(here, `${MOBILE}/end`);
    const again = await signIn(user);
    expect(await statusOf(again)).toBe(200);
    await connect(again, MOBILE, PHONE);
    expect(await devicesOf(here, LAPTOP)).toHaveLength(2);
  });

  it('all others keeps the tabs of this device, and ends sign-ins that are not listed too', async () => {
    const { user, here, tab, phone, clients } = await givenDevices();
    const unlisted = await signIn(user);
    expect((await post(here, 'endOthers')).status).toBe(200);
    await stack.eventually(() => expect(clients.phone.closedWith).toBeDefined());
    expect([await statusOf(here), await statusOf(tab)]).toEqual([200, 200]);
    expect(await statusOf(await renewed(here))).toBe(200);
    await connect(await renewed(tab), LAPTOP, FIREFOX);
    for (const ended of [phone, unlisted])
      expect([await statusOf(ended), await statusOf(await renewed(ended))]).toEqual([
        'signed_out',
        'signed_out',
      ]);
    await expect(connect(unlisted, MOBILE, PHONE)).rejects.toThrow('refused: 401');
    expect(await devicesOf(here, LAPTOP)).toHaveLength(1);
    stack.moveClock(1_000);
    try {
      expect(await statusOf(await signIn(user))).toBe(200);
    } finally {
      stack.moveClock(-1_000);
    }
  });

  it('all others keeps new tabs, which the cookie signs in, and no other browser’s', async () => {
    const user = await stack.givenUser();
    const [laptop, mobile] = [new HostedBrowser(stack), new HostedBrowser(stack)];
    const here = await laptop.signIn(user);
    await connect(here, LAPTOP, FIREFOX);
    stack.moveClock(1_000);
    await connect(await mobile.signIn(user), MOBILE, PHONE);
    stack.moveClock(1_000);
    expect((await post(here, 'endOthers')).status).toBe(200);
    const [tab, revived] = [await laptop.signInByCookie(user), await mobile.signInByCookie(user)];
    if (!tab || !revived) throw new Error('The cookie does not sign in, so this test shows nothing');
    expect([await statusOf(tab), await statusOf(revived)]).toEqual([200, 'signed_out']);
    await connect(tab, LAPTOP, FIREFOX);
    await expect(connect(revived, MOBILE, PHONE)).rejects.toThrow('refused: 401');
    expect((await post(tab, 'endOthers')).status).toBe(200);
    expect([await statusOf(here), await statusOf(tab)]).toEqual([200, 200]);
  });

  it('all others ends a listed device that signed in within the same second', async () => {
    const user = await stack.givenUser();
    const here = await new HostedBrowser(stack).signIn(user);
    const phone = await new HostedBrowser(stack).signIn(user);
    await connect(here, LAPTOP, FIREFOX);
    await connect(phone, MOBILE, PHONE);
    expect((await post(here, 'endOthers')).status).toBe(200);
    expect([await statusOf(here), await statusOf(phone)]).toEqual([200, 'signed_out']);
  });

  it('applies to a sign-in that the cookie has renewed for longer than a refresh token lives', async () => {
    const user = await stack.givenUser();
    const claims = claimsOf(user);
    const pool = String(claims.iss).split('/').at(-1) ?? '';
    const renewedAfter = (age: number): TestUser => {
      const times = { auth_time: seconds() - age, iat: seconds(), exp: seconds() + 1_800 };
      return {
        ...user,
        token: stack.inner.signToken(pool, { ...claims, ...times, origin_jti: `after ${age}` }),
      };
    };
    const [allowed, old] = [renewedAfter(30 * 86_400), renewedAfter(30 * 86_400 + 1)];
    expect([await statusOf(allowed), await statusOf(old)]).toEqual([200, 'signed_out']);
    await connect(allowed, LAPTOP, FIREFOX);
    await expect(connect(old, MOBILE, PHONE)).rejects.toThrow('refused: 401');
  });

  it('a sign-in by a logout lasts as well', async () => {
    const here = await signIn(await stack.givenUser());
    await stack.http('POST', '/api/account/logout', { token: here.token, body: {} });
    stack.moveClock(2 * 3_600_000);
    try {
      expect(await statusOf(await renewed(here))).toBe('signed_out');
    } finally {
      stack.moveClock(-2 * 3_600_000);
    }
  });
});

describe('the revocation mark', () => {
  const endedAs = (user: TestUser) => ({ [`ended#${sessionOf(user)}`]: seconds() + 86_400 });
  const sessionOf = (user: TestUser): string => claimsOf(user).origin_jti;

  it('of an earlier version, with a set of sign-ins, is still obeyed', async () => {
    const [here, there] = [await signIn(await stack.givenUser()), await signIn(await stack.givenUser())];
    await putMark(here, { sessions: new Set([sessionOf(here)]) });
    await putMark(there, { sessions: new Set(['another']) });
    expect([await statusOf(here), await statusOf(there)]).toEqual(['signed_out', 200]);
    await expect(connect(here, LAPTOP, FIREFOX)).rejects.toThrow('refused: 401');
    await connect(there, LAPTOP, FIREFOX);
  });

  it('of an earlier version, which ended all others, keeps the sign-ins that it names, also when all others are ended again', async () => {
    const user = await stack.givenUser();
    const browser = new HostedBrowser(stack);
    const [here, tab] = [await browser.signIn(user), await browser.signInByCookie(user)];
    if (!tab) throw new Error('The cookie does not sign in, so this test shows nothing');
    const othersUntil = seconds() + 1;
    await putMark(user, { othersUntil, kept: new Set(['', sessionOf(here)]) });
    expect([await statusOf(here), await statusOf(tab)]).toEqual([200, 'signed_out']);
    await connect(here, LAPTOP, FIREFOX);
    await expect(connect(tab, LAPTOP, FIREFOX)).rejects.toThrow('refused: 401');
    expect((await post(here, 'endOthers')).status).toBe(200);
    expect([await statusOf(here), await statusOf(tab)]).toEqual([200, 'signed_out']);
  });

  const many = (expiry: number, length = ENDED_MAX) =>
    Object.fromEntries(Array.from({ length }, (_, i) => [`ended#${i}`, expiry]));
  const logOut = ({ token }: TestUser) => stack.http('POST', '/api/account/logout', { token, body: {} });

  it('drops expired sign-ins, and when it is full ends earlier sign-ins that are not listed', async () => {
    const user = await stack.givenUser();
    const [here, there] = [await signIn(user), await signIn(user)];
    await putMark(user, many(seconds() - 1));
    await logOut(await signIn(user));
    expect([await statusOf(here), await statusOf(there)]).toEqual([200, 200]);
    await putMark(user, many(seconds() + 86_400));
    await logOut(here);
    expect([await statusOf(here), await statusOf(there)]).toEqual(['signed_out', 'signed_out']);
  });

  it.each(['a logout', 'ending a device'])('that is full keeps the listed devices at %s', async (how) => {
    const { user, here, tab, phone } = await givenDevices();
    const [tablet, gone] = [await signIn(user), await signIn(user)];
    await connect(tablet, TABLET, PHONE);
    await connect(gone, GONE, PHONE);
    await putMark(user, { ...many(seconds() + 86_400), ...endedAs(phone) });
    expect((await (how === 'a logout' ? logOut(gone) : post(here, `${GONE}/end`))).status).toBe(200);
    const all = [here, tab, tablet, phone, gone];
    expect(await Promise.all(all.map(statusOf))).toEqual([200, 200, 200, 'signed_out', 'signed_out']);
    await connect(tablet, TABLET, PHONE);
    expect((await devicesOf(here, LAPTOP)).map(({ id }) => id)).toEqual([LAPTOP, TABLET]);
  });

  it('that is full does not bring back what another device ends meanwhile', async () => {
    const { user, here, phone } = await givenDevices();
    const gone = await signIn(user);
    await putMark(user, many(seconds() + 86_400));
    const about = (request: string) => request.includes('keptTimes');
    const endOthers = async () => expect((await post(here, 'endOthers')).status).toBe(200);
    stack.inner.faults.at({
      ...{ service: 'dynamodb', action: 'UpdateItem', about },
      effect: { run: () => endOthers() },
    });
    expect((await logOut(gone)).status).toBe(200);
    expect([await statusOf(here), await statusOf(phone)]).toEqual([200, 'signed_out']);
  });

  it.each([
    ['is about to be full', ENDED_MAX - 1, 'ended#'],
    ['is full', ENDED_MAX, 'keptTimes'],
  ])(
    'that %s does not bring back a sign-in that begins and ends during a slower logout',
    async (_, count, text) => {
      const { user, here } = await givenDevices();
      const gone = await signIn(user);
      await putMark(user, many(seconds() + 3_600, count));
      const ended: SignedIn[] = [];
      stack.inner.faults.at({
        ...{ service: 'dynamodb', action: 'UpdateItem', about: (request) => request.includes(text) },
        effect: {
          run: async () => {
            stack.moveClock(2_000);
            const late = await signIn(user);
            expect((await logOut(late)).status).toBe(200);
            ended.push(late);
          },
        },
      });
      expect((await logOut(gone)).status).toBe(200);
      expect(await Promise.all([here, gone, ...ended].map(statusOf))).toEqual([
        ...[200, 'signed_out', 'signed_out'],
      ]);
    },
  );
});
