import type Stripe from 'stripe';

const DAY = 86_400;

/**
 * Returns the end of the first period that ends after `after`, in Unix seconds. Counts periods from the anchor: a
 * subscription that began on a 31st renews on the 31st again after a shorter month.
 */
export function periodEndAfter(anchor: number, after: number, recurring: Stripe.Price['recurring']): number {
  const { interval = 'month', interval_count: count = 1 } = recurring ?? {};
  for (let periods = 1; ; periods += 1) {
    const end = ahead(anchor, interval, count * periods);
    if (end > after) return end;
  }
}

function ahead(anchor: number, interval: string, count: number): number {
  if (interval === 'day') return anchor + count * DAY;
  if (interval === 'week') return anchor + 7 * count * DAY;
  const start = new Date(anchor * 1000);
  const month = start.getUTCMonth() + (interval === 'year' ? 12 * count : count);
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const end = new Date(start);
  end.setUTCMonth(month, Math.min(start.getUTCDate(), lastDay));
  return end.getTime() / 1000;
}
