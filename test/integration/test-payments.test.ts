/** Only a deployment with test payments has test subscriptions in its site and functions (docs/safety.md 33). */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ASSEMBLY, STRIPE_ASSEMBLY } from '../support/build-assembly.ts';

/** Texts of the site that only the test mode shows. */
const OF_TEST_MODE = ['Test Mode: No real payment will be processed', 'Create Test Subscription'];
const ROUTE = 'POST /api/subscription/test-subscription';

/** Text of every template, function bundle and site file of an assembly, by path. */
function filesOf(assembly: string): ReadonlyMap<string, string> {
  const read = (name: string) => readFileSync(path.join(assembly, name), 'utf8');
  const uploads = readdirSync(assembly).filter((name) => name.endsWith('.assets.json'));
  const uploaded = uploads.map(read).join();
  const names = readdirSync(assembly, { recursive: true, encoding: 'utf8' });
  const texts = names
    .filter((name) => /\.(?:js|mjs|html)$|\.template\.json$/.test(name))
    // Leaves out what only an earlier synthesis has made.
    .filter((name) => uploaded.includes(`"${name.split(path.sep)[0]}"`));
  return new Map(
    texts.filter((name) => statSync(path.join(assembly, name)).isFile()).map((name) => [name, read(name)]),
  );
}

/** Text of every script of the site, by file name. */
const scriptsOf = (files: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map(
    [...files]
      .filter(([name]) => name.split(path.sep)[1] === 'assets' && name.endsWith('.js'))
      .map(([name, text]) => [path.basename(name), text]),
  );

/** File names of the scripts that these scripts import, at once or later. */
const importsOf = (texts: Iterable<string>): string[] =>
  [...texts].flatMap((text) =>
    [...text.matchAll(/["'`]\.\/([^"'`]+\.js)["'`]/g)].map(([, name = '']) => name),
  );

const holding = (files: ReadonlyMap<string, string>, text: string): string[] =>
  [...files].filter(([, content]) => content.includes(text)).map(([name]) => name);

describe('the test mode', () => {
  const test = filesOf(ASSEMBLY);
  const stripe = filesOf(STRIPE_ASSEMBLY);

  it.each(OF_TEST_MODE)('is in the site where payments are a test: %s', (text) => {
    expect(holding(test, text)).not.toEqual([]);
  });

  it.each(OF_TEST_MODE)('is in no file that is deployed with Stripe: %s', (text) => {
    expect(holding(stripe, text)).toEqual([]);
  });

  it('has in the site with Stripe no script that only its own scripts import', () => {
    const deployed = scriptsOf(stripe);
    const leftOut = [...scriptsOf(test)].filter(([name]) => !deployed.has(name)).map(([, text]) => text);
    expect(leftOut).not.toEqual([]);
    const needed = new Set(importsOf(deployed.values()));
    const unneeded = importsOf(leftOut).filter((name) => deployed.has(name) && !needed.has(name));
    expect(unneeded).toEqual([]);
  });

  it('has a route and a function where payments are a test, and neither with Stripe', () => {
    const ofTemplates = (files: ReadonlyMap<string, string>, text: string) =>
      holding(files, text).filter((name) => name.endsWith('.template.json'));
    expect(ofTemplates(test, `"${ROUTE}"`)).toHaveLength(1);
    expect(ofTemplates(stripe, 'test-subscription')).toEqual([]);
    expect(ofTemplates(test, 'TestSubscription')).toHaveLength(1);
    expect(ofTemplates(stripe, 'TestSubscription')).toEqual([]);
  });
});
