import { describe, expect, it } from 'vitest';
import { http } from '#contract/http-calls';
import { INVITES } from '#contract/limits';
import { readInviteForm } from './read-invite-form.ts';

const read = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ count: '2', maxUses: '3', expiresInDays: '30', ...fields }))
    form.set(name, value);
  return readInviteForm(form);
};

describe('the form of new invites', () => {
  it('accepts the values that the server accepts, also at the limits', () => {
    const most = {
      count: `${INVITES.countMax}`,
      maxUses: `${INVITES.maxUsesMax}`,
      expiresInDays: `${INVITES.days.max}`,
    };
    for (const fields of [
      {},
      most,
      { email: 'ada@example.com', sendMail: 'on' },
      { note: ' For the board ' },
    ]) {
      const answer = read(fields);
      if (!('invites' in answer)) throw new Error('It was refused');
      expect(http.createInvites.body.safeParse(answer.invites).success).toBe(true);
    }
  });

  it('makes one single-use invite when an address is given', () => {
    expect(read({ email: 'ada@example.com' })).toEqual({
      invites: { count: 1, maxUses: 1, expiresInDays: 30, email: 'ada@example.com', sendMail: false },
    });
  });

  it('sends no mail when no address is given', () => {
    expect(read({ sendMail: 'on' })).toMatchObject({ invites: { sendMail: false } });
  });

  it('names the field that is wrong', () => {
    const wrong = {
      count: ['0', '101', '1.5', '', 'x'],
      maxUses: ['0', '501'],
      expiresInDays: ['0', '366', '-1'],
      email: ['ada', 'a b@example.com'],
      note: ['x'.repeat(INVITES.noteMaxLength + 1)],
    };
    for (const [field, values] of Object.entries(wrong))
      for (const value of values)
        expect(read({ [field]: value })).toEqual({ errors: { [field]: expect.any(String) } });
  });
});
