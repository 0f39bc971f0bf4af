/** A browser at the hosted sign-in page: it keeps the page's cookie, and signs in by password or by that cookie. */
import { createHash, randomUUID } from 'node:crypto';
import { ask } from './https-request.ts';
import type { TestStack, TestUser } from './stack.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

export interface HostedSignIn extends TestUser {
  readonly refreshToken: string;
}

export class HostedBrowser {
  readonly #stack: TestStack;
  readonly #cookies = new Map<string, string>();

  constructor(stack: TestStack) {
    this.#stack = stack;
  }

  /** Signs in with the user's password, by the page's form. */
  async signIn(user: TestUser): Promise<HostedSignIn> {
    const { query, verifier } = await this.#request();
    await this.#visit(`/login?${query}`);
    const { email: username, password } = user;
    const form = { _csrf: this.#cookies.get('XSRF-TOKEN') ?? '', username, password };
    const signedIn = await this.#redeem(user, await this.#visit(`/login?${query}`, form), verifier);
    if (signedIn === undefined) throw new Error('The hosted page refused the password');
    return signedIn;
  }

  /** Signs in as a new tab does. Resolves with undefined when the page asks for the password. */
  async signInByCookie(user: TestUser): Promise<HostedSignIn | undefined> {
    const { query, verifier } = await this.#request();
    return this.#redeem(user, await this.#visit(`/oauth2/authorize?${query}`), verifier);
  }

  async #request(): Promise<{ query: URLSearchParams; verifier: string }> {
    const verifier = randomUUID() + randomUUID();
    const query = new URLSearchParams({
      client_id: await this.#clientId(),
      redirect_uri: `${this.#stack.urls.site}/`,
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    return { query, verifier };
  }

  #clientId = async (): Promise<string> =>
    JSON.parse((await this.#stack.http('GET', '/config.json')).text).userPoolClientId;

  /** Returns the address to which the page redirects. */
  async #visit(path: string, form?: Record<string, string>): Promise<URL | undefined> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await ask(this.#stack.urls.hostedUi + path, form ? 'POST' : 'GET', {
      headers: { cookie, ...(form && FORM) },
      ...(form && { text: new URLSearchParams(form).toString() }),
    });
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    const { location } = answer.headers;
    return typeof location === 'string' ? new URL(location, this.#stack.urls.hostedUi) : undefined;
  }

  async #redeem(user: TestUser, back: URL | undefined, verifier: string): Promise<HostedSignIn | undefined> {
    const code = back?.searchParams.get('code') ?? undefined;
    if (code === undefined) return undefined;
    const form = {
      ...{ grant_type: 'authorization_code', client_id: await this.#clientId(), code },
      ...{ redirect_uri: `${this.#stack.urls.site}/`, code_verifier: verifier },
    };
    const text = new URLSearchParams(form).toString();
    const answer = await ask(`${this.#stack.urls.hostedUi}/oauth2/token`, 'POST', { headers: FORM, text });
    const {
      id_token: token,
      access_token: accessToken,
      refresh_token: refreshToken,
    } = JSON.parse(answer.text);
    return { ...user, token, accessToken, refreshToken };
  }
}
