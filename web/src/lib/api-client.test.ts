import { beforeEach, expect, it, vi } from 'vitest';
import { getPrompts } from '#contract/instructions-and-prompts';
import { callApi } from './api-client.ts';

const token = vi.hoisted(() => ({ jwt: 'jwt' }));
vi.mock('./session/session.ts', () => ({ freshToken: () => token, idToken: async () => token }));

let timeout: AbortController;
beforeEach(() => {
  timeout = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
});

it.each([
  ['a signal', new AbortController().signal],
  ['no signal', undefined],
])('a call with %s that gets no answer in a minute fails', async (_, signal) => {
  const answer = callApi(getPrompts, { query: {}, ...(signal && { signal }) });
  timeout.abort(new Error('no answer in time'));
  await expect(answer).rejects.toThrow('no answer in time');
  expect(AbortSignal.timeout).toHaveBeenCalledWith(60_000);
});

it('a call is cancelled by its signal', async () => {
  const caller = new AbortController();
  const answer = callApi(getPrompts, { query: {}, signal: caller.signal });
  caller.abort(new Error('cancelled'));
  await expect(answer).rejects.toThrow('cancelled');
});
