import { expect, it, vi } from 'vitest';
import { ENV } from '../../runtime/env-names.ts';
import { runSignupSteps } from './run-signup-steps.ts';
import { SIGNED_UP, signUp } from './sign-up.ts';

vi.mock('./run-signup-steps.ts', () => ({ runSignupSteps: vi.fn() }));
vi.mock('../../store/signup/invite-rows-and-reads.ts', () => ({ readInvite: async () => undefined }));
vi.mock('../../runtime/send-mail.ts', () => ({ mailConfig: () => undefined, sendMail: vi.fn() }));
vi.mock('../quota/rate-limiter.ts', () => ({
  attemptsWith: () => 1,
  countAttempt: async () => undefined,
  countDailyAction: async () => true,
  noteWrongCode: async () => undefined,
}));

const FORM = {
  ...{ name: 'Ada Lovelace', email: 'ada@example.com' },
  ...{ password: 'violet harbour 7 lanterns', inviteCode: 'AAAA-BBBB-CCCC' },
};
vi.stubEnv(ENV.productName, 'Parley');
const everythingElse = () => new Promise((resolve) => setImmediate(resolve));

it.each([
  ['a new address', undefined],
  ['an address with an account', { username: 'ada', isConfirmed: true, createdAt: 0 }],
])('answers %s after the same wait (docs/safety.md 14)', async (_, account) => {
  vi.mocked(runSignupSteps).mockResolvedValue(account);
  const { promise, resolve } = Promise.withResolvers<void>();
  const wait = vi.fn((_ms: number) => promise);
  const answered = vi.fn();
  const signing = signUp(FORM, { address: 'hash' }, wait).then(answered);
  await everythingElse();
  expect(runSignupSteps).toHaveBeenCalled();
  expect(wait.mock.calls).toEqual([[1_000]]);
  expect(answered).not.toHaveBeenCalled();
  resolve();
  await signing;
  expect(answered).toHaveBeenCalledWith({ message: SIGNED_UP });
});
