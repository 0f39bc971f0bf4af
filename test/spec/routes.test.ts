/** The table of HTTP routes in docs/spec.md 7.1 has one row for each call of the contract. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { http } from '#contract/http-calls';
import { ROOT } from '../support/build-assembly.ts';

const SECTION = /^### 7\.1 HTTP\n(.*?)^#/ms;
const HEAD = '| Method and path | Request | Response / handling |';

it('docs/spec.md 7.1 lists method and path of every call, once, and no other', () => {
  const [, section = ''] =
    SECTION.exec(readFileSync(path.join(ROOT, 'docs/spec.md'), 'utf8')) ?? expect.fail('no section');
  const [head, , ...rows] = section.split('\n').filter((line) => line.startsWith('|'));
  expect(head).toBe(HEAD);
  const listed = rows.map((row) => row.split('|')[1]?.trim());
  const called = Object.values(http).map((call) => `${call.method} ${call.path}`);
  expect(listed.toSorted()).toEqual(called.toSorted());
});
