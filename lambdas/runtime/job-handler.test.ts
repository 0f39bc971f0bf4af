import { afterEach, expect, it, vi } from 'vitest';
import { jobHandler } from './job-handler.ts';

afterEach(() => vi.restoreAllMocks());

it('what a failed job throws and logs has nothing of the message of the error', async () => {
  const lines = vi.spyOn(console, 'log').mockReturnValue(undefined);
  const failing = jobHandler(() => Promise.reject(new TypeError('private text')));
  const thrown = await failing({}).catch((error: unknown) => error);
  expect(thrown).toEqual(new Error('The job failed'));
  expect(thrown).not.toHaveProperty('cause');
  const logged = lines.mock.calls.flat().join();
  expect(JSON.parse(logged)).toMatchObject({ event: 'job failed', cause: { name: 'TypeError' } });
  expect(logged).not.toContain('private text');
});

it('a job that ends well logs nothing', async () => {
  const lines = vi.spyOn(console, 'log').mockReturnValue(undefined);
  const seen: unknown[] = [];
  await jobHandler(async (event: string) => void seen.push(event))('an event');
  expect([seen, lines.mock.calls]).toEqual([['an event'], []]);
});
