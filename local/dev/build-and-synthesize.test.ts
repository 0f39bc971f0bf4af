/** Builds of the site, in a folder that stands for the repository. Vite is not run: each start of it counts as a build. */
import { EventEmitter } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildSite, hasSite } from './build-and-synthesize.ts';

const { place } = vi.hoisted(() => ({ place: { folder: '' } }));
vi.mock('node:child_process', () => ({ spawn: () => startVite() }));
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  const { resolve } = await import('node:path');
  const root = resolve(import.meta.dirname, '../..');
  const moved = (file: string) =>
    file.startsWith(root) ? `${place.folder}${file.slice(root.length)}` : file;
  return {
    ...fs,
    statSync: (file: string, options: object) => fs.statSync(moved(file), options),
    readdirSync: (file: string, options: { withFileTypes: true }) => fs.readdirSync(moved(file), options),
    utimesSync: (file: string, ...times: [Date, Date]) => fs.utimesSync(moved(file), ...times),
  };
});

/** Files of a build, in the order in which Vite writes them. */
const BUILT = ['index.html', 'diagram.html', 'service-worker.js'].map((name) => `dist/web/${name}`);
const SOURCES = ['web/index.html', 'web/src/page.ts', 'web/src/parts/part.ts', 'package-lock.json'];

const inFolder = (file: string): string => path.join(place.folder, file);
const build = () => buildSite(() => undefined);

function write(file: string): void {
  mkdirSync(path.dirname(inFolder(file)), { recursive: true });
  writeFileSync(inFolder(file), '');
}

function startVite(): EventEmitter {
  for (const file of BUILT) write(file);
  const output = { stdout: new EventEmitter(), stderr: new EventEmitter() };
  const vite = Object.assign(new EventEmitter(), output);
  setImmediate(() => vite.emit('close', 0));
  return vite;
}

function setMinutesAgo(minutes: number, ...files: readonly string[]): void {
  const time = new Date(Date.now() - minutes * 60_000);
  for (const file of files) utimesSync(inFolder(file), time, time);
}

beforeEach(async () => {
  place.folder = mkdtempSync(path.join(tmpdir(), 'build-site-'));
  for (const file of SOURCES) write(file);
  setMinutesAgo(60, ...SOURCES, 'web', 'web/src', 'web/src/parts');
  expect(hasSite()).toBe(false);
  expect(await build()).toBe(true);
});
afterEach(() => rmSync(place.folder, { recursive: true }));

it('a site that is newer than its sources is not built again', async () => {
  expect(hasSite()).toBe(true);
  expect(await build()).toBe(false);
});

it.each(BUILT)('a site without %s is built again', async (file) => {
  rmSync(inFolder(file));
  expect(hasSite()).toBe(false);
  expect(await build()).toBe(true);
  expect(await build()).toBe(false);
});

it.each(BUILT)('a site whose %s is older than a source is built again', async (file) => {
  setMinutesAgo(10, file);
  setMinutesAgo(5, 'web/src/page.ts');
  expect(hasSite()).toBe(true);
  expect(await build()).toBe(true);
});

it.each(['web/src/parts/part.ts', 'web/index.html'])(
  'a site is built again after %s is removed',
  async (file) => {
    rmSync(inFolder(file));
    expect(await build()).toBe(true);
  },
);
