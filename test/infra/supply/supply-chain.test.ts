/** Packages: which are installed, from where, under which licence, and what they may run (docs/safety.md 38). */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  faultOf,
  isAllowed,
  licenceOf,
  lock,
  manifest,
  nameOf,
  notPinned,
  production,
  ROOT,
} from './packages.ts';

describe('licences', () => {
  it('of every production package are on the list', () => {
    expect(production.length).toBeGreaterThan(150);
    const refused = production.filter((place) => !isAllowed(licenceOf(place)));
    expect(refused.map((place) => `${place}: ${licenceOf(place)}`)).toEqual([]);
  });

  it.each([
    ['MIT', true],
    ['(MPL-2.0 OR Apache-2.0)', true],
    ['(MIT AND Zlib)', true],
    ['MIT OR SEE LICENSE IN FEEL-FREE.md', true],
    ['GPL-3.0-only', false],
    ['MIT AND AGPL-3.0-only', false],
    ['UNLICENSED', false],
    ['((MIT AND GPL-2.0-only) OR LGPL-3.0-only)', false],
    [undefined, false],
    [[{ type: 'MIT' }], false],
  ])('%j is allowed: %s', (expression, allowed) => {
    expect(isAllowed(expression)).toBe(allowed);
  });
});

describe('versions', () => {
  it('are pinned exactly', () => {
    expect(notPinned({ ...manifest.dependencies, ...manifest.devDependencies })).toEqual([]);
    const loose = { a: '^1.2.3', b: '*', c: 'github:a/b', d: 'file:../d', e: '1.x', f: 'latest', g: '1.2.3' };
    expect(notPinned(loose)).toHaveLength(6);
  });

  it('are locked as they are pinned', () => {
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
      expect([name, lock[`node_modules/${name}`]?.version]).toEqual([name, version]);
  });

  it('are locked to the registry, each with its hash', () => {
    const faults = Object.entries(lock).map(([place, entry]) => [place, faultOf(entry)]);
    expect(faults.filter(([, fault]) => fault !== undefined)).toEqual([]);
  });

  it('inside another package’s archive are those of the deployment tools alone', () => {
    const bundled = Object.keys(lock).filter((place) => lock[place]?.inBundle);
    expect(bundled.filter((place) => !/^node_modules\/(?:aws-cdk-lib|@aws-cdk\/)/.test(place))).toEqual([]);
    expect(bundled.filter((place) => production.includes(place))).toEqual([]);
  });

  it('from elsewhere, or without a hash, are refused', () => {
    const integrity = `sha512-${'A'.repeat(86)}==`;
    expect(faultOf({ version: '1.0.0', integrity })).toBeUndefined();
    expect(faultOf({ version: '1.0.0' })).toBe('has no sha512');
    expect(faultOf({ version: '1.0.0', integrity: 'sha1-AAAA' })).toBe('has no sha512');
    const resolved = 'git+ssh://git@example.com/a/b.git#0123456';
    expect(faultOf({ version: '1.0.0', integrity, resolved })).toBe('is not from the registry');
    expect(faultOf({ resolved: '../d', link: true })).toBe('is not from the registry');
  });

  it('with a server’s address are refused with the command that takes the address out', () => {
    const resolved = 'https://registry.npmjs.org/a/-/a-1.0.0.tgz';
    const fault = faultOf({ version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==`, resolved });
    expect(fault).toContain('run npm install in the project’s folder');
    expect(fault).toContain('CONTRIBUTING.md');
  });

  it('of the registry are locked without an address when npm has no settings but the project’s', () => {
    // npm refuses the same file for both.
    const [npm_config_userconfig, npm_config_globalconfig] = [devNull, join(ROOT, 'no-such-file')];
    const env = { PATH: process.env.PATH, npm_config_userconfig, npm_config_globalconfig };
    const told = execFileSync('npm', ['config', 'get', 'omit-lockfile-registry-resolved'], {
      ...{ cwd: ROOT, env, encoding: 'utf8' },
    });
    expect(told.trim()).toBe('true');
  });
});

it('install scripts are decided for each package that has one, and for no other', () => {
  const having = Object.keys(lock).filter((place) => lock[place]?.hasInstallScript);
  expect(Object.keys(manifest.allowScripts).toSorted()).toEqual(having.map(nameOf).toSorted());
});

/**
 * Matches the package of `x` in `import ... from 'x'`, `} from 'x'`, `import('x')` and `import 'x'`, but no imports of
 * types.
 */
const IMPORT =
  /(?:^(?:import|export)(?! type\b)[^'\n]*\bfrom |^import |^\} from |\bimport\()'(@[^/']+[/][^/?']+|[\w.:-]+)/gm;

it('what is shipped imports production dependencies alone', () => {
  const files = globSync('{lambdas,web/src}/**/*.{ts,tsx}', { cwd: ROOT });
  const shipped = files.filter((file) => !/[.](?:test|fixture)[.]tsx?$|[/](?:testing|faults)[/.]/.test(file));
  const imported = shipped.flatMap((file) =>
    Array.from(readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT), ([, name = '']) => name),
  );
  const packages = new Set(imported.filter((name) => !isBuiltin(name) && !name.startsWith('.')));
  expect(packages.size).toBeGreaterThan(15);
  expect([...packages].filter((name) => !(name in manifest.dependencies))).toEqual([]);
});

it('npm run sbom lists every production package with version and hash, and marks what is only for development', () => {
  execFileSync('npm', ['run', '--silent', 'sbom'], { cwd: ROOT });
  const { bomFormat, components } = JSON.parse(readFileSync(join(ROOT, 'sbom.cdx.json'), 'utf8'));
  expect(bomFormat).toBe('CycloneDX');
  const marked = new Set<string>();
  const hashes = new Map<string, string | undefined>();
  for (const { name, version, hashes: [hash] = [], properties } of components) {
    hashes.set(`${name}@${version}`, hash?.content);
    if (JSON.stringify(properties).includes('cdx:npm:package:development')) marked.add(`${name}@${version}`);
  }
  for (const place of production) {
    const name = `${nameOf(place)}@${lock[place]?.version}`;
    const sha512 = lock[place]?.integrity?.slice('sha512-'.length) ?? '';
    expect([name, hashes.get(name)]).toEqual([name, Buffer.from(sha512, 'base64').toString('hex')]);
    expect([name, marked.has(name)]).toEqual([name, false]);
  }
  expect(marked.size).toBeGreaterThan(100);
});
