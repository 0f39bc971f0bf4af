import { expect, it } from 'vitest';
import { scheduleOf } from './schedule.ts';

it('a request for keys, whose caller is not known, is never drawn with a fault that kills its caller', () => {
  const calls = Array.from({ length: 3_000 }, (_, seed) => scheduleOf(seed).steps)
    .flat()
    .filter((step) => step.do === 'calls');
  const faultsOf = (isOfKeys: boolean) =>
    new Set(
      calls.filter(({ action }) => (action === 'jwks.json') === isOfKeys).map((step) => step.callFault),
    );
  const all = ['fail', 'hang', 'killed', 'killedAfter', 'late', 'lost', 'throttle'];
  expect([...faultsOf(false)].sort()).toEqual(all);
  expect([...faultsOf(true)].sort()).toEqual(all.filter((fault) => !fault.startsWith('killed')));
});
