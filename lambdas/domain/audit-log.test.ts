import { afterEach, describe, expect, it, vi } from 'vitest';
import { withAuditRecord } from './audit-log.ts';

const putAudit = vi.hoisted(() => vi.fn());
vi.mock('../store/audit.ts', () => ({ putAudit }));
const logged = vi.spyOn(console, 'log').mockImplementation(() => undefined);
afterEach(() => {
  putAudit.mockReset();
  logged.mockClear();
});

describe('a change that fails, and whose failure cannot be recorded', () => {
  const change = (how: () => Promise<boolean>) => {
    putAudit.mockResolvedValueOnce(undefined).mockRejectedValue(new Error('throttled'));
    return withAuditRecord({ actor: 'ops:ada' }, 'user.disable', 'bob', how);
  };

  it.each([
    ['answers with the error of the change', () => Promise.reject(new Error('pool down')), 'pool down'],
    [
      'answers that there is no such user',
      async () => false,
      expect.objectContaining({ code: 'user_not_found' }),
    ],
  ])('%s', async (_, how, error) => {
    await expect(change(how)).rejects.toThrow(error);
    expect(putAudit).toHaveBeenCalledTimes(2);
    expect(logged.mock.calls.join()).toContain('failure not recorded');
  });
});
