import { expect, it, vi } from 'vitest';
import { findAccount, resendCode } from '../../runtime/user-pool-signup-and-reset.ts';
import { type InviteItem, readInvite, readRedemption } from '../../store/signup/invite-rows-and-reads.ts';
import { take } from '../../store/signup/reserve-and-redeem.ts';
import { runSignupSteps } from './run-signup-steps.ts';

vi.mock('../../store/signup/invite-rows-and-reads.ts');
vi.mock('../../store/signup/reserve-and-redeem.ts');
vi.mock('../../runtime/user-pool-signup-and-reset.ts');
vi.mock('../../runtime/user-pool-users.ts');

const EMAIL = 'ada@example.com';
const CODE = 'AAAABBBBCCCC';
const REQUEST = { email: EMAIL, name: 'Ada', password: 'violet harbour 7 lanterns', code: CODE };
const INVITE: InviteItem = {
  ...{ code: CODE, uses: 0, maxUses: 10, holds: {} },
  ...{ createdAt: '2026-11-23T00:00:00.000Z', expiresAt: '2999-01-01T00:00:00.000Z' },
};

it('counts no second use when another request of the same address redeems during a read of the state', async () => {
  vi.mocked(findAccount).mockResolvedValue({ username: 'ada', isConfirmed: false, createdAt: Date.now() });
  // The other request changes the invite before this one can take a use. It commits during the second read.
  let isRedeemed = false;
  vi.mocked(take).mockImplementation(async () => isRedeemed);
  vi.mocked(readInvite).mockImplementation(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    isRedeemed = true;
    return { ...INVITE, uses: 1 };
  });
  vi.mocked(readRedemption).mockImplementation(async () =>
    isRedeemed ? { email: EMAIL, code: CODE, at: '2026-11-23T00:00:00.000Z' } : undefined,
  );
  await runSignupSteps(REQUEST, INVITE);
  expect(take).toHaveBeenCalledTimes(1);
  expect(resendCode).toHaveBeenCalledWith(EMAIL);
});
