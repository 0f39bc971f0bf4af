import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { jobHandler } from './job-handler.ts';

afterEach(() => vi.restoreAllMocks());

it('what a failed job throws and logs has nothing of the message of the error', async () => {
  const lines = vi.spyOn(console, 'log').mockReturnValue(undefined);
  const failing = jobHandler(
    (_: { readonly requestId: string }): Promise<void> => Promise.reject(new TypeError('private text')),
    ({ requestId }) => ({ requestId }),
  );
  const thrown = await failing({ requestId: 'mine' }).catch((error: unknown) => error);
  expect(thrown).toEqual(new Error('The job failed'));
  expect(thrown).not.toHaveProperty('cause');
  const logged = lines.mock.calls.flat().join();
  expect(JSON.parse(logged)).toMatchObject({
    ...{ level: 'ERROR', event: 'job failed', requestId: 'mine' },
    cause: { name: 'TypeError' },
  });
  expect(logged).not.toContain('private text');
});

it('a job that ends well logs nothing', async () => {
  const lines = vi.spyOn(console, 'log').mockReturnValue(undefined);
  const seen: unknown[] = [];
  const returned = await jobHandler(async (event: string, context: string) => {
    seen.push(event, context);
    return 'returned';
  })('an event', 'a context');
  expect([seen, returned, lines.mock.calls]).toEqual([['an event', 'a context'], 'returned', []]);
});

const JOBS = path.resolve(import.meta.dirname, '../jobs');
it.each(readdirSync(JOBS).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')))(
  'the handler of %s is wrapped',
  (file) => {
    const exported = [
      ...readFileSync(path.join(JOBS, file), 'utf8').matchAll(/^export .*\bhandler\b.*$/gm),
    ].join();
    expect(exported).toMatch(/^export const handler = jobHandler\(/);
  },
);
