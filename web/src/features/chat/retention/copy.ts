const count = new Intl.NumberFormat();

export const retentionCopy = {
  label: 'Chats that will be removed',
  mark: (day: string): string => `Will be removed on ${day}`,
  what: (chats: number, day: string): string =>
    chats === 1
      ? `1 unused chat will be removed on ${day}.`
      : `${count.format(chats)} unused chats will be removed, the first on ${day}.`,
  why: (days: number): string =>
    `Your plan keeps a chat for ${count.format(days)} ${days === 1 ? 'day' : 'days'} after its last message.`,
  how: 'To keep a chat, open it and send a message.',
  download: 'Download your data',
  plans: 'See plans',
  dismiss: 'Dismiss this notice',
} as const;
