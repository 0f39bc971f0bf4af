import { createHash } from 'node:crypto';
import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Listener, listenPlain } from '../gateway/gateway-exports.ts';
import { CLIENT, claimsOf, givenCognito, PASSWORD, POOL } from './cognito-for-tests.ts';

const email = 'ann@example.com';
const CALLBACK = 'https://app.example/';
const VERIFIER = 'a-verifier-that-is-long-enough-for-the-rule-of-43';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
const ASKED = {
  client_id: CLIENT,
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'email openid',
  state: 's1',
  nonce: 'n1',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
};

let emulator: ReturnType<typeof givenCognito>;
let listener: Listener;
let origin: string;
let cookies: Map<string, string>;

beforeEach(async () => {
  emulator = givenCognito();
  listener = await listenPlain({ port: 0, handle: emulator.cognito.handle });
  origin = `http://127.0.0.1:${listener.port}`;
  cookies = new Map();
  await emulator.cognito.createUser(email, PASSWORD);
});
afterEach(() => listener.close());

/** Requests a page as a browser that keeps cookies and follows no redirect. */
async function visit(
  path: string,
  query: Record<string, string | undefined> = ASKED,
  form?: Record<string, string>,
) {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const response = await fetch(`${origin}${path}?${new URLSearchParams(given)}`, {
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    cookies.set(name, value);
  }
  return {
    status: response.status,
    location: response.headers.get('location'),
    body: await response.text(),
    headers: response.headers,
  };
}

const submit = (
  path: string,
  form: Record<string, string>,
  query: Record<string, string | undefined> = ASKED,
) => visit(path, query, { _csrf: cookies.get('XSRF-TOKEN') ?? '', ...form });

async function signedIn(query: Record<string, string | undefined> = ASKED): Promise<URL> {
  await visit('/login', query);
  const { location } = await submit('/login', { username: email, password: PASSWORD }, query);
  return new URL(location ?? '');
}

async function redeem(
  form: Record<string, string>,
): Promise<{ status: number; body: Record<string, string> }> {
  const fields = { grant_type: 'authorization_code', client_id: CLIENT, redirect_uri: CALLBACK, ...form };
  const response = await fetch(`${origin}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

describe('an authorization request', () => {
  it('leads to the sign-in page, and back with a code and the state', async () => {
    const { location } = await visit('/oauth2/authorize');
    expect(location).toMatch(/^\/login\?/);
    const back = await signedIn();
    expect(back.origin + back.pathname).toBe(CALLBACK);
    expect(back.searchParams.get('state')).toBe('s1');
    const again = await visit('/oauth2/authorize');
    expect(again.location).toContain(`${CALLBACK}?code=`);
  });

  it('is answered by the cookie for an hour after its last use, with the time of the password’s entry', async () => {
    const HOUR_MS = 3_600_000;
    // A request may take seconds on a busy machine.
    const ALMOST_MS = HOUR_MS - 60_000;
    const second = () => Math.floor(emulator.clock.now() / 1000);
    const before = second();
    await signedIn();
    const after = second();
    emulator.clock.advance(ALMOST_MS);
    await visit('/oauth2/authorize');
    emulator.clock.advance(ALMOST_MS);
    const { location } = await visit('/oauth2/authorize');
    const code = new URL(location ?? '').searchParams.get('code') ?? '';
    const { body } = await redeem({ code, code_verifier: VERIFIER });
    const at = claimsOf(body.id_token).auth_time;
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(after);
    emulator.clock.advance(HOUR_MS);
    expect((await visit('/oauth2/authorize')).location).toMatch(/^\/login/);
  });

  it.each([
    ['an unknown client', { client_id: 'nobody' }, 'invalid_client'],
    ['another redirect', { redirect_uri: 'https://evil.example/' }, 'redirect_mismatch'],
    ['a longer redirect', { redirect_uri: `${CALLBACK}x` }, 'redirect_mismatch'],
    ['no redirect', { redirect_uri: undefined }, 'redirect_mismatch'],
  ])('with %s goes to the error page, never to the redirect address', async (_, change, error) => {
    for (const path of ['/oauth2/authorize', '/login', '/signup'])
      expect((await visit(path, { ...ASKED, ...change })).location).toBe(`/error?error=${error}`);
  });

  it.each([
    ['an unknown scope', { scope: 'openid admin' }, 'invalid_scope'],
    ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
    ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['a challenge without method', { code_challenge_method: undefined }, 'invalid_request'],
  ])('with %s goes back with an error', async (_, change, error) => {
    const { location } = await visit('/oauth2/authorize', { ...ASKED, ...change });
    expect(location).toBe(`${CALLBACK}?error=${error}&state=s1`);
  });
});

describe('a code', () => {
  it('buys tokens once, with its verifier', async () => {
    const code = (await signedIn()).searchParams.get('code') ?? '';
    const { status, body } = await redeem({ code, code_verifier: VERIFIER });
    expect(status).toBe(200);
    expect(claimsOf(body.id_token)).toMatchObject({ email, nonce: 'n1', aud: CLIENT });
    expect(await redeem({ code, code_verifier: VERIFIER })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    const info = await fetch(`${origin}/oauth2/userInfo`, {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(await info.json()).toMatchObject({ email, email_verified: 'true' });
    const refreshed = await redeem({ grant_type: 'refresh_token', refresh_token: body.refresh_token ?? '' });
    expect(refreshed.body.refresh_token).toBeUndefined();
    const token = body.refresh_token ?? '';
    await fetch(`${origin}/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: CLIENT, token }),
    });
    expect((await redeem({ grant_type: 'refresh_token', refresh_token: token })).body.error).toBe(
      'invalid_grant',
    );
  });

  it.each([
    ['without a verifier', {}],
    ['with another verifier', { code_verifier: `${VERIFIER}x` }],
    ['for another redirect', { code_verifier: VERIFIER, redirect_uri: 'https://evil.example/' }],
    ['once it is old', { code_verifier: VERIFIER, late: 'yes' }],
  ])('buys nothing %s', async (_, form: Record<string, string>) => {
    const code = (await signedIn()).searchParams.get('code') ?? '';
    if (form.late) emulator.clock.advance(5 * 60_000);
    expect((await redeem({ code, ...form })).body.error).toBe('invalid_grant');
  });
});

describe('the pages', () => {
  it('show what they are given as text, and forbid every frame', async () => {
    const evil = '"><script>alert(1)</script>';
    const asked = { ...ASKED, login_hint: evil, state: evil };
    const page = await visit('/login', asked);
    const refused = await submit('/login', { username: evil, password: 'x' }, asked);
    const error = await visit('/error', { error: evil });
    for (const { body, headers } of [page, refused, error]) {
      expect(body).not.toContain('<script');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    expect(refused.body).toContain('&#60;script&#62;');
  });

  it('accept a form only from themselves', async () => {
    await visit('/login');
    const forged = await visit('/login', ASKED, { username: email, password: PASSWORD, _csrf: 'guess' });
    expect([forged.status, forged.body]).toEqual([200, expect.stringContaining('This page has expired')]);
    cookies.clear();
    const without = await visit('/login', ASKED, { username: email, password: PASSWORD, _csrf: '' });
    expect(without.location).toBeNull();
  });

  it('ask a user with a temporary password for a new one', async () => {
    const { cognito } = emulator;
    const client = new CognitoIdentityProviderClient({
      endpoint: origin,
      region: 'us-east-1',
      credentials: { accessKeyId: 'AKMAY', secretAccessKey: 's' },
    });
    await client.send(
      new AdminCreateUserCommand({
        UserPoolId: POOL,
        Username: 'new@example.com',
        TemporaryPassword: 'temporary',
      }),
    );
    await visit('/login');
    const page = await submit('/login', { username: 'new@example.com', password: 'temporary' });
    const ticket = /name="ticket" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    expect(page.body).toContain('Set a new password');
    expect((await submit('/newPassword', { ticket, password: 'short' })).body).toContain(
      'Password not long enough',
    );
    const { location } = await submit('/newPassword', { ticket, password: PASSWORD });
    expect(location).toContain('code=');
    await expect(cognito.tokensFor('new@example.com')).resolves.toBeDefined();
    expect((await submit('/newPassword', { ticket, password: 'yet another one' })).body).toContain(
      'start again',
    );
  });

  it.each([
    ['a new password', '/forgotPassword', '/confirmForgotPassword', email],
    ['a new account', '/signup', '/confirmUser', 'new@example.com'],
  ])(
    'take the code for %s from no user who was disabled after it was mailed',
    async (_, first, second, username) => {
      await visit('/login');
      const asked = await submit(first, { username, password: PASSWORD });
      const ticket = /name="ticket" value="([^"]+)"/.exec(asked.body)?.[1] ?? '';
      const code = emulator.outbox.latestTo(username)?.code ?? '';
      emulator.cognito.disableUser(username);
      const { body, location } = await submit(second, { ticket, code, password: 'another good password' });
      expect([location, body]).toEqual([null, expect.stringContaining('Invalid verification code')]);
      expect((await visit('/oauth2/authorize')).location).toMatch(/^\/login/);
    },
  );

  it('refuse sign-in for a while after too many wrong passwords', async () => {
    await visit('/login');
    for (let i = 0; i < 5; i += 1) await submit('/login', { username: email, password: 'wrong' });
    const locked = await submit('/login', { username: email, password: PASSWORD });
    expect(locked.body).toContain('Password attempts exceeded');
    emulator.clock.advance(60_000);
    expect((await submit('/login', { username: email, password: PASSWORD })).location).toContain('code=');
  });
});

describe('/logout', () => {
  it('ends the session and goes only where the client may', async () => {
    await signedIn();
    const evil = await visit('/logout', { client_id: CLIENT, logout_uri: 'https://evil.example/' });
    expect(evil.location).toBe('/error?error=redirect_mismatch');
    const { location } = await visit('/logout', { client_id: CLIENT, logout_uri: CALLBACK });
    expect(location).toBe(CALLBACK);
    expect((await visit('/oauth2/authorize')).location).toMatch(/^\/login/);
  });
});

it.each(['//', '//login', '/other'])('answers 404 at %s', async (path) => {
  expect((await visit(path)).status).toBe(404);
});
