import { expect, it, vi } from 'vitest';
import { addToWaitlist } from '../../store/signup/waitlist.ts';
import { JOINED, joinWaitlist } from './join-waitlist.ts';

vi.mock('../../store/signup/waitlist.ts', () => ({ addToWaitlist: vi.fn() }));
vi.mock('../quota/rate-limiter.ts', () => ({ countAttempt: async () => undefined }));

/** Joins as an address that is new or known; the wait ends when the test says so. */
function given(isNew: boolean) {
  vi.mocked(addToWaitlist).mockResolvedValue(isNew);
  const waited = Promise.withResolvers<void>();
  const wait = vi.fn((_ms: number) => waited.promise);
  const confirm = vi.fn(async (_to: string) => undefined);
  const answered = vi.fn();
  const joining = joinWaitlist('ada@example.com', { address: 'hash' }, 0, confirm, wait).then(answered);
  return { wait, confirm, answered, joining, endWait: waited.resolve };
}
const everythingElse = () => new Promise((resolve) => setImmediate(resolve));

it.each([
  ['a new address', true],
  ['a known one', false],
])('answers %s after the same wait, longer than a mail takes (docs/safety.md 14)', async (_, isNew) => {
  const { wait, confirm, answered, joining, endWait } = given(isNew);
  await everythingElse();
  expect(confirm).toHaveBeenCalledTimes(isNew ? 1 : 0);
  expect(wait.mock.calls).toEqual([[500]]);
  expect(answered).not.toHaveBeenCalled();
  endWait();
  await joining;
  expect(answered).toHaveBeenCalledWith({ message: JOINED });
});

it('waits while the mail is sent, not before or after', async () => {
  vi.mocked(addToWaitlist).mockResolvedValue(true);
  const order: string[] = [];
  const step = (name: string) => async () => {
    order.push(`${name} begins`);
    await everythingElse();
    order.push(`${name} ends`);
  };
  await joinWaitlist('ada@example.com', { address: 'hash' }, 0, step('mail'), step('wait'));
  expect(order.slice(0, 2).toSorted()).toEqual(['mail begins', 'wait begins']);
});

it('does not wait where no mail is sent', async () => {
  vi.mocked(addToWaitlist).mockResolvedValue(true);
  const wait = vi.fn(async () => undefined);
  await joinWaitlist('ada@example.com', { address: 'hash' }, 0, undefined, wait);
  expect(wait).not.toHaveBeenCalled();
});
