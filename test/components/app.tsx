/** The product's pages as a user opens them, at an address, signed in or not. */
import { Fragment, StrictMode } from 'react';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { App } from '../../web/src/app/app.tsx';
import { startSession } from '../../web/src/lib/session/start-session.ts';
import { CONFIG } from './server.ts';

export interface Person {
  readonly owner: string;
  readonly email: string;
  readonly name: string;
  readonly isAdmin?: boolean;
}

export const USER: Person = {
  owner: '5f0c7c3e-1111-4000-8000-000000000001',
  email: 'ada@example.com',
  name: 'Test User',
};
export const ADMIN: Person = {
  owner: '5f0c7c3e-1111-4000-8000-000000000002',
  email: 'operator@example.com',
  name: 'Operator',
  isAdmin: true,
};

interface OpenOptions {
  /** @default false: the guided tour stays away */
  readonly tourStarts?: boolean;
  /** True to run each effect twice when a component mounts, as the development server's page does. @default false */
  readonly isStrict?: boolean;
  /** True to render while the session is not known yet, as main.tsx does. @default false */
  readonly isStarting?: boolean;
  /** State of the entry in the history. @default null */
  readonly state?: unknown;
}

/** Opens a page in a tab of this person; without one, as a visitor. */
export async function openApp(
  path: string,
  person?: Person,
  { tourStarts = false, isStrict = false, isStarting = false, state = null }: OpenOptions = {},
): Promise<void> {
  if (person) keepTokens(person);
  if (!tourStarts) localStorage.setItem('hasSeenChatTour', 'true');
  window.history.pushState(state, '', path);
  const started = startSession();
  if (!isStarting) await started;
  const Mode = isStrict ? StrictMode : Fragment;
  await render(
    <Mode>
      <App />
    </Mode>,
    { container: newRoot() },
  );
}

/** Makes the element that the app renders into, as index.html has it. */
function newRoot(): HTMLElement {
  document.getElementById('root')?.remove();
  const root = document.createElement('div');
  root.id = 'root';
  return document.body.appendChild(root);
}

/**
 * Renders the app again, as after a reload: what is stored in the browser stays.
 * @param state of the entry in the history. A reload keeps it
 */
export async function reopenApp(
  path = window.location.pathname + window.location.hash,
  state: unknown = null,
): Promise<void> {
  await cleanup();
  await openApp(path, undefined, { state });
}

/** Stores tokens as a sign-in does. Their signature is false, because only servers check signatures. */
function keepTokens({ owner, email, name, isAdmin = false }: Person): void {
  const client = `CognitoIdentityServiceProvider.${CONFIG.userPoolClientId}`;
  const exp = Math.floor(Date.now() / 1_000) + 3_600;
  const groups = isAdmin ? { 'cognito:groups': ['admins'] } : {};
  localStorage.setItem('userEmail', email);
  localStorage.setItem(`${client}.oauthSignIn`, 'true,false');
  sessionStorage.setItem(`${client}.LastAuthUser`, owner);
  const iss = `https://cognito-idp.${CONFIG.region}.amazonaws.com/${CONFIG.userPoolId}`;
  sessionStorage.setItem(`${client}.${owner}.idToken`, jwt({ iss, sub: owner, email, name, exp, ...groups }));
  sessionStorage.setItem(`${client}.${owner}.accessToken`, jwt({ sub: owner, username: owner, exp }));
  sessionStorage.setItem(`${client}.${owner}.refreshToken`, 'refresh');
  sessionStorage.setItem(`${client}.${owner}.clockDrift`, '0');
}

function jwt(claims: object): string {
  const part = (value: object) => {
    const bytes = new TextEncoder().encode(JSON.stringify(value));
    return btoa(String.fromCharCode(...bytes)).replaceAll('=', '');
  };
  return `${part({ alg: 'none' })}.${part(claims)}.signature`;
}

/** The part of the address behind the origin. */
export const address = (): string => window.location.pathname + window.location.search + window.location.hash;
export const title = (): string => document.title;
export const heading = (name: string) => page.getByRole('heading', { name });
