/** Reads the packages of the lock file, and checks the version, source and licence of each. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');

/** An entry of package-lock.json, as far as the checks read it. */
export interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  /** Absent for packages of the registry (`omit-lockfile-registry-resolved` in .npmrc). All other packages need it. */
  readonly resolved?: string;
  readonly link?: boolean;
  readonly inBundle?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

export interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly allowScripts: Readonly<Record<string, boolean>>;
}

interface LockFile {
  readonly packages: Readonly<Record<string, Locked>>;
}

/** npm wrote the files, so their shapes are what its documentation says. */
const readJson = <T>(file: string): T => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

export const manifest = readJson<Manifest>('package.json');

/** Entries by their path in node_modules, without the project itself. */
export const lock: Readonly<Record<string, Locked>> = Object.fromEntries(
  Object.entries(readJson<LockFile>('package-lock.json').packages).filter(([place]) => place !== ''),
);

/** Paths of the packages that a production install has. */
export const production = Object.keys(lock).filter((place) => !lock[place]?.dev);

/** `node_modules/a/node_modules/@b/c` is `@b/c`. */
export const nameOf = (place: string): string => place.split('node_modules/').at(-1) ?? '';

/** Package names that are pinned with anything but one version. */
export const notPinned = (dependencies: Readonly<Record<string, string>>): string[] =>
  Object.entries(dependencies).flatMap(([name, version]) =>
    /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version) ? [] : [`${name}@${version}`],
  );

/**
 * Fault of an entry with an address on the web. The settings of an environment, or a command outside of the project's
 * folder, let npm write it for a package of the registry. For any other package it remains.
 */
const HAS_ADDRESS =
  'names a server: run npm install in the project’s folder, whose .npmrc takes that out (CONTRIBUTING.md, Packages). ' +
  'If it stays, the package is not from the registry';

/** Finds the fault in how an entry is locked. A package inside another's archive is covered by that one's hash. */
export function faultOf({ version, integrity, resolved, link, inBundle }: Locked): string | undefined {
  if (link !== true && /^https?:/.test(resolved ?? '')) return HAS_ADDRESS;
  if (link === true || resolved !== undefined) return 'is not from the registry';
  if (version === undefined) return 'has no version';
  if (inBundle !== true && !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')) return 'has no sha512';
  return undefined;
}

/** Licences that ask for no more than a notice; the Unlicense asks for nothing. OFL-1.1 is for fonts. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
];

/** Evaluates an SPDX expression of one level: one alternative of `OR` must be allowed, and each part of `AND`. */
export function isAllowed(expression: unknown): boolean {
  if (typeof expression !== 'string') return false;
  const alternatives = expression.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return alternatives.some((one) => one.split(' AND ').every((part) => ALLOWED.includes(part)));
}

/** Licences of packages whose package.json names none, as read in their licence files. */
const IN_A_FILE: Readonly<Record<string, string>> = { 'khroma@2.1.0': 'MIT' };

/** Returns an installed package's licence: from `IN_A_FILE`, `license`, or `licenses` of old packages. */
export function licenceOf(place: string): unknown {
  const inFile = IN_A_FILE[`${nameOf(place)}@${lock[place]?.version}`];
  if (inFile !== undefined) return inFile;
  const { license, licenses } = readJson<{ license?: unknown; licenses?: unknown }>(`${place}/package.json`);
  return license ?? licenses;
}
