import { afterEach, expect, it, vi } from 'vitest';

const applied = vi.hoisted(() => vi.fn<() => Promise<string>>());
vi.mock('../domain/billing/sync-from-stripe.ts', () => ({ applyEvent: applied }));
const { handler } = await import('./retryStripeEvent.ts');
const printed = vi.spyOn(console, 'log').mockReturnValue(undefined);
afterEach(() => printed.mockClear());

const event = { eventId: 'evt_1', customerId: 'cus_1' };
const logged = () => printed.mock.calls.map(([text]) => JSON.parse(String(text)).event);

it('fails for the event of another customer, and says so to the operator', async () => {
  applied.mockResolvedValue('foreign');
  await expect(handler(event)).rejects.toThrow('The job failed');
  expect(logged()).toEqual(['stripe event of another customer', 'job failed']);
});

it('ends well when the event is applied', async () => {
  applied.mockResolvedValue('applied');
  await handler(event);
  expect(logged()).toEqual([]);
});
