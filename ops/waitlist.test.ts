import { describe, expect, it, vi } from 'vitest';
import type { Command } from './operator-command.ts';
import { waitlistApprove, waitlistRemove } from './waitlist.ts';

vi.mock('./connect-to-deployment.ts', () => ({
  connectAsOperator: async () => ({ siteUrl: 'https://example.com', productName: 'Parley' }),
}));
vi.mock('../lambdas/domain/admin/waitlist.ts', () => ({
  approveWaitlist: async (_: unknown, emails: readonly string[]) => {
    refuse(emails);
    return emails.map((email) => ({ email, outcome: 'approved' }));
  },
  removeFromWaitlist: async (_: unknown, emails: readonly string[]) => {
    refuse(emails);
    return emails.filter((email) => !email.startsWith('unknown'));
  },
}));

function refuse(emails: readonly string[]): void {
  if (emails.includes('refused@example.com')) throw new Error('DynamoDB refuses');
}

/** Runs a command. Returns its rows as `<email> <outcome>`, and the message with which it failed. */
async function run(command: Command, ...names: readonly string[]) {
  const rows: string[] = [];
  const say = (line: string) => {
    const { email, outcome } = JSON.parse(line);
    rows.push(`${email.split('@')[0]} ${outcome}`);
  };
  const ended = command.run([...names.map((name) => `${name}@example.com`), '--json'], say);
  const error = await ended.catch(({ message }: Error) => message);
  return { rows, error };
}

const MANY = Array.from({ length: 60 }, (_, i) => `a${i}`);

describe.each([
  ['approve', waitlistApprove, 'approved'],
  ['remove', waitlistRemove, 'removed'],
])('waitlist %s', (_, command, done) => {
  it('prints a row for each address, in the order of the addresses', async () => {
    expect(await run(command, ...MANY)).toEqual({ rows: MANY.map((name) => `${name} ${done}`) });
  });

  it('prints one row for an address that is given twice, also far apart', async () => {
    expect((await run(command, ...MANY, 'A0')).rows).toEqual(MANY.map((name) => `${name} ${done}`));
  });

  it('with an error for one address prints what was done, and then fails', async () => {
    const { rows, error } = await run(command, ...MANY, 'refused', 'z');
    expect(rows).toEqual([...MANY, 'z'].map((name) => `${name} ${done}`));
    expect(error).toBe('DynamoDB refuses');
  });

  it('with an error for an early address does not begin with the last', async () => {
    const { rows, error } = await run(command, 'a', 'refused', ...MANY);
    expect(rows).toContain(`a ${done}`);
    expect(rows).not.toContain(`a59 ${done}`);
    expect(error).toBe('DynamoDB refuses');
  });

  it('with an error for its only address prints nothing', async () => {
    expect(await run(command, 'refused')).toEqual({ rows: [], error: 'DynamoDB refuses' });
  });
});

it('waitlist remove reports an unknown address as not found', async () => {
  expect((await run(waitlistRemove, 'a', 'unknown')).rows).toEqual(['a removed', 'unknown not_found']);
});
