import { describe, expect, it } from 'vitest';
import { createClock, createFaults, type Frame, ServiceFault } from './faults.ts';

const put = { service: 'dynamodb', action: 'PutItem', caller: 'App-Chat' } as const;

describe('a rule for steps', () => {
  it('strikes the nth matching step, as often as it says', async () => {
    const faults = createFaults();
    const rule = faults.at({
      service: 'dynamodb',
      action: 'PutItem',
      nth: 2,
      times: 2,
      effect: { fail: { code: 'ThrottlingException' } },
    });
    await faults.strike({ ...put, action: 'GetItem' });
    await faults.strike(put);
    await expect(faults.strike(put)).rejects.toThrow(ServiceFault);
    await expect(faults.strike(put)).rejects.toMatchObject({ name: 'ThrottlingException', status: 400 });
    await faults.strike(put);
    expect(rule.struck).toBe(2);
  });

  it('kills the caller it names, and no function whose name contains its name', async () => {
    const killed: string[] = [];
    const faults = createFaults();
    const functions = ['App-Reply', 'App-Reply1', 'App-Reply12'];
    faults.onKill((isMeant) => killed.push(...functions.filter(isMeant)));
    faults.at({ service: 'bedrock', action: 'chunk', caller: 'Reply', effect: { kill: true } });
    await faults.strike({ service: 'bedrock', action: 'chunk', caller: 'App-Other' });
    await faults.strike({ service: 'bedrock', action: 'chunk', caller: 'App-Reply1' });
    expect(killed).toEqual(['App-Reply1']);
  });

  it('strikes before a call has its effect, or after it', async () => {
    const faults = createFaults();
    const call = { service: 'stripe', action: 'customers.create' } as const;
    const effect = { fail: { code: 'api_error', status: 500 } };
    const after = faults.at({ ...call, phase: 'after', effect });
    await faults.strike(call);
    await expect(faults.strike({ ...call, phase: 'after' })).rejects.toMatchObject({ status: 500 });
    faults.at({ ...call, effect });
    await faults.strike({ ...call, phase: 'after' });
    await expect(faults.strike(call)).rejects.toMatchObject({ status: 500 });
    expect(after.struck).toBe(1);
  });

  it('strikes around an effect: before it, or when it is done', async () => {
    const faults = createFaults();
    const done: string[] = [];
    const act = (name: string) => faults.around(put, () => done.push(name));
    faults.at({ service: 'dynamodb', effect: { fail: { code: 'X' } } });
    await expect(act('first')).rejects.toThrow(ServiceFault);
    faults.at({ service: 'dynamodb', phase: 'after', effect: { fail: { code: 'X' } } });
    await expect(act('second')).rejects.toThrow(ServiceFault);
    expect(done).toEqual(['second']);
  });

  it('strikes only the requests that its `about` accepts', async () => {
    const faults = createFaults();
    const about = (request: string) => request.includes('ada');
    faults.at({ service: 'dynamodb', about, effect: { fail: { code: 'X' } } });
    await faults.strike({ ...put, request: () => 'OWNER#bob' });
    await faults.strike(put);
    await expect(faults.strike({ ...put, request: () => 'OWNER#ada' })).rejects.toThrow(ServiceFault);
  });

  it('is gone after clear', async () => {
    const faults = createFaults();
    faults.at({ service: 'dynamodb', effect: { fail: { code: 'X' } } });
    faults.clear();
    await faults.strike(put);
  });
});

describe('a rule for frames', () => {
  const out = (text: string): Frame => ({ direction: 'out', connectionId: 'c', text });
  function given(effect: 'drop' | 'duplicate' | 'hold'): string[] {
    const faults = createFaults();
    faults.atFrame({ direction: 'out', nth: 2, effect });
    const got: string[] = [];
    for (const text of ['1', '2', '3']) faults.frames(out(text), (delivered) => got.push(delivered));
    return got;
  }

  it('drops', () => expect(given('drop')).toEqual(['1', '3']));
  it('duplicates', () => expect(given('duplicate')).toEqual(['1', '2', '2', '3']));
  it('that is cleared lets go of the frame that it holds', () => {
    const faults = createFaults();
    const got: string[] = [];
    faults.atFrame({ direction: 'out', effect: 'hold' });
    faults.frames(out('1'), (delivered) => got.push(delivered));
    faults.clear();
    expect(got).toEqual(['1']);
    faults.frames(out('2'), (delivered) => got.push(delivered));
    expect(got).toEqual(['1', '2']);
  });
  it('lets the next one overtake', () => expect(given('hold')).toEqual(['1', '3', '2']));
});

it('moves the clock', () => {
  const clock = createClock();
  const before = clock.now();
  clock.advance(60_000);
  expect(clock.now() - before).toBeGreaterThanOrEqual(60_000);
});
