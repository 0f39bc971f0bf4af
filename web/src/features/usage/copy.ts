/** Texts of the usage page. */
import { PLANS } from '#contract/plans';

const count = new Intl.NumberFormat();
const messages = (n: number): string => `${count.format(n)} ${n === 1 ? 'message' : 'messages'}`;

export const usageCopy = {
  title: 'Your usage',
  back: 'Back to your chats',
  loading: 'Loading...',
  retry: 'Retry',
  failed: 'Your usage could not be loaded. Please try again.',
  offline: 'You are offline. Check your connection and try again.',
  offlineNotice: 'You are offline. What you see may be out of date.',
  today: {
    title: 'Today',
    left: (left: number, limit: number): string => `${count.format(left)} of ${messages(limit)} left`,
    used: (used: number, limit: number): string => `${count.format(used)} of ${messages(limit)} used`,
    resets: (local: string): string => `Resets on ${local}, your time (midnight UTC).`,
    none: 'You have used all messages for today. You can still read your chats.',
  },
  storage: {
    title: 'Files',
    used: (used: string, limit: string): string => `${used} of ${limit} used`,
    files: (n: number): string =>
      `${count.format(n)} ${n === 1 ? 'file' : 'files'}. Deleting a file or a chat frees its room; a deleted chat can be restored for a day, and frees it then.`,
  },
  month: {
    title: 'The last 30 days',
    about: (total: string): string => `${total} in total. Days are in UTC.`,
    total: messages,
    empty: 'No messages in the last 30 days.',
    chart: (total: string, busiest: string, most: string): string =>
      `Messages per day: ${total} in the last 30 days. Busiest day: ${busiest}, ${most}.`,
    table: 'Messages by day (UTC)',
    show: 'Show the numbers',
    day: 'Day',
    messages: 'Messages',
  },
  premium: {
    title: 'More with Premium',
    more: 'All AI models, intelligent model routing, higher usage limits and priority support.',
    price: `${PLANS.monthly.price} a month or ${PLANS.yearly.price} a year.`,
    open: 'See the plans',
  },
  onlyYearly: {
    title: 'Advanced analytics',
    text: 'The yearly plan adds charts and totals by model, with tokens and cost, and a CSV download.',
    monthly: 'You are on the monthly plan.',
    open: 'Your plan',
  },
  analytics: {
    title: 'Advanced analytics',
    about: 'Days are in UTC. A message counts for the model that answered it. Costs are in US dollars.',
    range: 'Days',
    days: (n: number): string => `${n} days`,
    metric: 'Show',
    metrics: {
      messages: 'Messages',
      inputTokens: 'Tokens in',
      outputTokens: 'Tokens out',
      cost: 'Cost',
    },
    chart: (metric: string, days: number): string => `${metric} by day and model, the last ${days} days`,
    chartFailed: 'The chart could not be loaded. The numbers are in the tables below.',
    day: (day: string): string => `${day} (UTC)`,
    wholeRange: (n: number): string => `The last ${n} days`,
    others: 'Other models',
    empty: (n: number): string => `No messages in the last ${n} days.`,
    totals: 'Totals by model',
    model: 'Model',
    share: 'Share',
    cached: 'From cache',
    cachedAbout:
      'From cache: the part of the tokens in that a model had read before in the same chat, at a lower price.',
    perMessage: 'Cost per message',
    total: 'Total',
    byDay: 'By day and model',
    showDays: 'Show every day',
    none: '–',
    download: 'Download CSV',
    downloadAbout: 'Includes all stored days, not only those shown.',
    fileName: (day: string): string => `usage-${day}.csv`,
    csvColumns: [
      'Day (UTC)',
      'Model',
      'Model name',
      'Messages',
      'Input tokens',
      'Output tokens',
      'Cost (USD)',
      'Input tokens read from the cache',
      'Input tokens written to the cache',
      'True model',
    ],
  },
} as const;
