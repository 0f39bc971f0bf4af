/** Callers who are no operators change nothing: not on the waitlist, not with invites, users or the record. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everything } from '../support/account-traces.ts';
import { callAs, givenAdmin, givenEntry, givenListedInvite } from '../support/operators.ts';
import { ACCESS } from '../support/route-access.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const calls = Object.entries(ACCESS).filter(([, row]) => row.for === 'admin');

it('a signed-in user who is no administrator is refused every operators’ call, and nothing happens', async () => {
  const [mallory, victim, admin] = [
    await stack.givenUser(),
    await stack.givenUser(),
    await givenAdmin(stack),
  ];
  await givenEntry(stack, victim.email);
  await givenListedInvite(stack, { code: 'AAAA-AAAA-AAAA' });
  const before = await everything(stack);
  const mails = stack.inner.mails.messages().length;
  for (const [route, row] of calls) {
    const [method = ''] = route.split(' ');
    const { path, body } = row.ask(victim, 'any');
    const { status } = await stack.http(method, path, { token: mallory.token, body });
    expect([route, status]).toEqual([route, 403]);
  }
  expect(await everything(stack)).toEqual(before);
  expect(stack.inner.mails.messages()).toHaveLength(mails);
  const { enabled } = await callAs(stack, admin, 'getUser', { params: { owner: victim.owner } });
  expect(enabled).toBe(true);
});
