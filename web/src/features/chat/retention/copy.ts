const count = new Intl.NumberFormat();

export const retentionCopy = {
  label: 'Chats that will be removed',
  mark: (day: string): string => `Will be removed on ${day}`,
  what: (chats: number, archived: number, day: string): string => {
    if (chats === 1) return `1 unused ${archived === 1 ? 'archived ' : ''}chat will be removed on ${day}.`;
    const some = archived > 0 ? ` (${count.format(archived)} archived)` : '';
    return `${count.format(chats)} unused chats${some} will be removed, the first on ${day}.`;
  },
  why: (days: number): string =>
    `Your plan keeps a chat for ${count.format(days)} ${days === 1 ? 'day' : 'days'} after its last message.`,
  how: 'To keep a chat, open it and send a message.',
  download: 'Download your data',
  plans: 'See plans',
  dismiss: 'Dismiss this notice',
} as const;
