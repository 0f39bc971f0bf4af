/**
 * The edit loops of `npm start`, in a copy of the sources: a saved change is served, and a mistake leaves the version
 * before running.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Page, test } from 'playwright/test';
import type { Stack } from '../../local/stack.ts';
import { ASSEMBLY, ROOT } from '../support/build-assembly.ts';
import { ask } from '../support/https-request.ts';
import { composer, fillHostedUi } from './fixtures.ts';

test.describe.configure({ timeout: 180_000 });
const patient = { timeout: 60_000 };

const COPIED = [
  'bin',
  'lambdas',
  'lib',
  'local',
  'ops',
  'web',
  'cdk.json',
  'package.json',
  'package-lock.json',
];

/** Copies a file, or a folder with the times of its folders, which `cpSync` does not keep. `npm start` compares them. */
function copyWithTimes(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
  const inside = statSync(from).isDirectory() ? readdirSync(from, { recursive: true }).map(String) : [];
  for (const name of ['.', ...inside]) {
    const { atime, mtime } = statSync(path.join(from, name));
    utimesSync(path.join(to, name), atime, mtime);
  }
}

/** `npm start` as it runs in a copy of the sources, which a test may change. */
class Project {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'edit-loops-'));
  #process: ChildProcess | undefined;
  /** Output of the process so far. */
  output = '';

  constructor() {
    const copy = (from: string, to: string) => copyWithTimes(from, path.join(this.#folder, to));
    for (const name of [...COPIED, 'tsconfig.json', 'dist/web']) copy(path.join(ROOT, name), name);
    copy(ASSEMBLY, '.local/cdk.out');
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(this.#folder, 'node_modules'));
  }

  async start(...args: string[]): Promise<void> {
    // With a fixed port, a restart of the stack gets the same addresses again, and a session stays valid.
    const port = String(await freePort());
    const child = spawn(process.execPath, ['local/main.ts', '--port', port, ...args], {
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

  /** Runs `npm run ops` beside the stack, without credentials of an account. Gives its findings and exit code. */
  ops(...args: string[]): Promise<{ code: number | null; findings: { check: string; state: string }[] }> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const options = { cwd: this.#folder, env: { PATH: process.env.PATH } };
    const child = execFile(process.execPath, ['bin/ops.ts', ...args, '--json'], options, (_, out) =>
      resolve(out),
    );
    return promise.then((out) => ({
      code: child.exitCode,
      findings: out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    }));
  }

  /** A file by its name, below a folder. */
  find(below: string, name: string): string {
    const files = readdirSync(path.join(this.#folder, below), { recursive: true }).map(String);
    const found = files.filter((file) => path.basename(file) === name);
    const [only] = found;
    if (only === undefined || found.length > 1) throw new Error(`${found.length} of ${name}`);
    return path.join(below, only);
  }

  /**
   * Replaces text in a file. Returns a function that restores the file, or saves it with another replacement. That is
   * one save, because the watcher may see two saves in a row as one.
   */
  edit(file: string, from: string, to: string): (otherFrom?: string, otherTo?: string) => void {
    const full = path.join(this.#folder, file);
    const before = readFileSync(full, 'utf8');
    expect(before).toContain(from);
    writeFileSync(full, before.replace(from, to));
    return (otherFrom = '', otherTo = '') => writeFileSync(full, before.replace(otherFrom, otherTo));
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

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo; // a TCP server that listens has one
      server.close(() => resolve(port));
    });
  });

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

test('a change of the client is seen without a reload, of a function without a synthesis, of the templates with one', async ({
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

  project.edit('web/src/styles/design-tokens-and-base.css', 'body {', 'body { order: 7;');
  await expect(page.locator('body')).toHaveCSS('order', '7');
  const file = project.find('web/src', 'composer.tsx');
  const mend = project.edit(file, 'data-tour="input"', '=');
  await expect.poll(() => project.output).toContain(`The site does not build: ${file}:`);
  mend('data-tour="input"', 'data-tour="changed"');
  await expect(page.locator('[data-tour=changed]')).toBeVisible();
  await expect(composer(page)).toHaveValue('Typed before the change');
  problems.length = 0;

  expect(await refusal()).toContain('invalid_request');
  const handler = 'lambdas/runtime/http-handler.ts';
  const undo = project.edit(handler, 'error: body.message', 'error: "changed"');
  await expect.poll(refusal, patient).toContain('"error":"changed"');
  undo('error: body.message', 'error: = body.message');
  await expect.poll(() => project.output).toContain(`The functions do not build: ${handler}:`);
  expect(await refusal()).toContain('invalid_request');
  expect(project.output).not.toContain('Synthesizing');
  undo();
  expect(problems).toEqual([]);

  const { urls, accounts } = project.about;
  const construct = 'lib/constructs/site/security-headers.ts';
  project.edit(construct, "'geolocation'", "'geolocation");
  await expect.poll(() => project.output).toContain(`The templates do not synthesize: ${construct}:`);
  expect(await policyAt(page, urls.site)).toContain('geolocation=()');
  project.edit(construct, "'geolocation", "'gyroscope'");
  await expect.poll(() => project.output, patient).toContain('Ready again.');
  expect(await policyAt(page, urls.site)).toContain('gyroscope=()');
  await page.goto(`${urls.site}/chat`);
  await expect(composer(page)).toHaveValue('Typed before the change', patient);
  expect(project.about.accounts).toEqual(accounts);
});

const policyAt = async (page: Page, site: string): Promise<string | undefined> =>
  (await page.request.get(site)).headers()['permissions-policy'];

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

test("operators' commands with --local fail without a stack, and reach a running one", async () => {
  expect((await project.ops('doctor', '--local')).code).toBe(1);
  await project.start();
  const { code, findings } = await project.ops('doctor', '--local');
  expect(findings.filter(({ state }) => state === 'failure')).toEqual([]);
  expect(findings.map(({ check }) => check)).toContain('stacks');
  expect(code).toBe(0);
  const models = await project.ops('models', 'check', '--local');
  expect([models.code, models.findings.length]).toEqual([0, 5]);
});
