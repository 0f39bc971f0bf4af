/** The edit loops of `npm start`: a saved change is served, and a mistake leaves what ran. In a copy of the sources. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import type { Stack } from '../../local/stack.ts';
import { ASSEMBLY, ROOT } from '../support/assembly.ts';
import { ask } from '../support/https.ts';
import { composer, fillHostedUi } from './fixtures.ts';

test.describe.configure({ timeout: 180_000 });
const patient = { timeout: 60_000 };

const COPIED = ['bin', 'lambdas', 'lib', 'local', 'web', 'cdk.json', 'package.json', 'package-lock.json'];

/** `npm start` as it runs in a copy of the sources, which a test may change. */
class Project {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'edit-loops-'));
  #process: ChildProcess | undefined;
  /** What it has printed. */
  output = '';

  constructor() {
    const copy = (from: string, to: string) =>
      cpSync(from, path.join(this.#folder, to), { recursive: true, preserveTimestamps: true });
    for (const name of [...COPIED, 'tsconfig.json', 'dist/web']) copy(path.join(ROOT, name), name);
    copy(ASSEMBLY, '.local/cdk.out');
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(this.#folder, 'node_modules'));
  }

  async start(...args: string[]): Promise<void> {
    const child = spawn(process.execPath, ['local/main.ts', '--port', '0', ...args], {
      cwd: this.#folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        this.output += String(bytes);
      });
    this.#process = child;
    await expect.poll(() => this.output, patient).toContain('\nReady.');
  }

  get about(): Pick<Stack, 'urls' | 'accounts'> {
    return JSON.parse(readFileSync(path.join(this.#folder, '.local/stack.json'), 'utf8'));
  }

  /** Replaces text in a file. Returns what saves the file as it was. */
  edit(file: string, from: string, to: string): () => void {
    const full = path.join(this.#folder, file);
    const before = readFileSync(full, 'utf8');
    expect(before).toContain(from);
    writeFileSync(full, before.replace(from, to));
    return () => writeFileSync(full, before);
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child?.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    expect(existsSync(path.join(this.#folder, '.local/stack.json'))).toBe(false);
    rmSync(this.#folder, { recursive: true });
  }
}

let project: Project;
test.beforeEach(() => {
  project = new Project();
});
test.afterEach(() => project.stop());

async function signIn(page: Page): Promise<void> {
  const { urls, accounts } = project.about;
  const [user] = accounts;
  if (!user) throw new Error('There is no account');
  await page.addInitScript("localStorage.setItem('hasSeenChatTour', 'true')");
  await page.goto(`${urls.site}/login`);
  await fillHostedUi(page, user);
  await expect(composer(page)).toBeVisible(patient);
}

const refusal = async (): Promise<string> =>
  (await ask(`${project.about.urls.site}/api/waitlist`, 'POST', { body: {} })).text;

test('a change of the client is seen without a reload, one of a function without a synthesis', async ({
  page,
}) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy/i.test(message.text()))
      problems.push(message.text());
  });
  page.on('pageerror', ({ message }) => void problems.push(message));
  await project.start();
  await signIn(page);
  await composer(page).fill('Typed before the change');
  const form = page.locator('form.composer');

  project.edit('web/src/features/chat/components/composer.css', '.composer {', '.composer { order: 7;');
  await expect(form).toHaveCSS('order', '7');
  const mend = project.edit('web/src/features/chat/components/composer.tsx', 'data-tour="input"', '=');
  await expect
    .poll(() => project.output)
    .toContain('The site does not build: web/src/features/chat/components/composer.tsx:');
  mend();
  project.edit('web/src/features/chat/components/composer.tsx', 'data-tour="input"', 'title="Changed"');
  await expect(form).toHaveAttribute('title', 'Changed');
  await expect(composer(page)).toHaveValue('Typed before the change');
  problems.length = 0;

  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Typed before the change').last()).toBeVisible();
  expect(await refusal()).toContain('invalid_request');
  const handler = 'lambdas/runtime/http-handler.ts';
  const undo = project.edit(handler, 'error: body.message', 'error: "changed"');
  await expect.poll(refusal, patient).toContain('"error":"changed"');
  undo();
  project.edit(handler, 'error: body.message', 'error: = body.message');
  await expect.poll(() => project.output).toContain(`The functions do not build: ${handler}:`);
  expect(await refusal()).toContain('invalid_request');
  expect(project.output).not.toContain('Synthesizing');
  expect(problems).toEqual([]);
});

test('a change of the templates restarts with them, and data stays', async ({ page }) => {
  await project.start();
  await signIn(page);
  const { urls, accounts } = project.about;
  const headers = async () => (await page.request.get(urls.site)).headers();
  const construct = 'lib/constructs/security-headers.ts';
  const undo = project.edit(construct, "'geolocation'", "'geolocation");
  await expect.poll(() => project.output).toContain(`The templates do not synthesize: ${construct}:`);
  expect((await headers())['permissions-policy']).toContain('geolocation=()');
  undo();
  await expect.poll(() => project.output, patient).toContain('The templates are as they were.');
  project.edit(construct, "'geolocation'", "'gyroscope'");
  await expect.poll(() => project.output, patient).toContain('Ready again.');
  expect((await headers())['permissions-policy']).toContain('gyroscope=()');
  await page.goto(`${urls.site}/chat`);
  await expect(composer(page)).toBeVisible(patient);
  expect(project.about.accounts).toEqual(accounts);
});

test('with --built, the site is what would be deployed, and is built again', async ({ page }) => {
  await project.start('--built');
  const { site } = project.about.urls;
  const first = await page.goto(site);
  expect(first?.headers()['content-security-policy']).toContain("script-src 'self';");
  expect(await first?.text()).toMatch(/src="\/assets\/index-[\w-]+\.js"/);
  project.edit('web/index.html', '<title>Chat</title>', '<title>Changed</title>');
  await expect.poll(() => project.output, patient).toContain('Ready again.');
  expect(await (await page.request.get(site)).text()).toContain('<title>Changed</title>');
});
