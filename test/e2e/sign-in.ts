/** Signing in as the hosted UI does it, over HTTP alone: its pages would take a second of each test. */
import { createHash, randomBytes } from 'node:crypto';
import type { APIRequestContext, Page } from 'playwright/test';
import type { SiteConfig } from '#contract/site-config';
import type { TestUser } from '../support/stack.ts';

interface Tokens {
  readonly id_token: string;
  readonly access_token: string;
  readonly refresh_token: string;
}

/**
 * Trades the user's password for tokens, and puts these where the product keeps its own. The browser gets the hosted
 * UI's cookie, as after any sign-in: other tabs sign in by themselves.
 */
export async function injectSession(page: Page, user: TestUser): Promise<void> {
  const { request } = page.context();
  const answer = await request.get('/config.json');
  const config: SiteConfig = await answer.json();
  const tokens = await tokensFor(request, config, user, `${new URL(answer.url()).origin}/`);
  const client = `CognitoIdentityServiceProvider.${config.userPoolClientId}`;
  const own = `${client}.${user.owner}`;
  // Any small file of the site: storage belongs to its origin.
  await page.goto('/robots.txt');
  await page.evaluate(
    ([local, session]) => {
      for (const [key, value] of Object.entries(local ?? {})) localStorage.setItem(key, value);
      for (const [key, value] of Object.entries(session ?? {})) sessionStorage.setItem(key, value);
    },
    [
      { userEmail: user.email, [`${client}.oauthSignIn`]: 'true,false' },
      {
        [`${client}.LastAuthUser`]: user.owner,
        [`${own}.idToken`]: tokens.id_token,
        [`${own}.accessToken`]: tokens.access_token,
        [`${own}.refreshToken`]: tokens.refresh_token,
        [`${own}.clockDrift`]: '0',
        [`${own}.oauthMetadata`]: '{"oauthSignIn":true}',
      },
    ],
  );
}

/** Tokens for a code of the hosted UI, whose form is filled in without a page (RFC 6749, 4.1; RFC 7636). */
async function tokensFor(
  request: APIRequestContext,
  { hostedUiDomain, userPoolClientId: client_id }: SiteConfig,
  { email, password, appCode }: TestUser,
  redirect_uri: string,
): Promise<Tokens> {
  const hostedUi = `https://${hostedUiDomain}`;
  const verifier = randomBytes(48).toString('base64url');
  const query = new URLSearchParams({
    ...{ client_id, redirect_uri, response_type: 'code', scope: 'email openid phone', state: 'injected' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const form = await (await request.get(`${hostedUi}/login?${query}`)).text();
  const _csrf = /name="_csrf" value="([^"]+)"/.exec(form)?.[1] ?? '';
  const submit = (path: string, fields: Record<string, string>) =>
    request.post(`${hostedUi}${path}?${query}`, { form: { _csrf, ...fields }, maxRedirects: 0 });
  let signedIn = await submit('/login', { username: email, password });
  if (appCode) {
    const ticket = /name="ticket" value="([^"]+)"/.exec(await signedIn.text())?.[1] ?? '';
    signedIn = await submit('/mfa', { ticket, code: appCode() });
  }
  const code = new URL(signedIn.headers().location ?? '').searchParams.get('code') ?? '';
  const traded = await request.post(`${hostedUi}/oauth2/token`, {
    form: { grant_type: 'authorization_code', client_id, redirect_uri, code, code_verifier: verifier },
  });
  return traded.json();
}
