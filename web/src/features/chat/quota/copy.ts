export const quotaCopy = {
  left: (left: number, limit: number) => `${left} of ${limit} messages left today.`,
  /** `local`: time of the reset in the user's time zone, undefined if that is UTC. `wait`: duration until the reset. */
  resets: (local: string | undefined, wait: string) =>
    local === undefined
      ? `Resets at 00:00 UTC (in ${wait}).`
      : `Resets at 00:00 UTC (${local} your time, in ${wait}).`,
  hours: (n: number) => `${n} h`,
  minutes: (n: number) => `${n} min`,
  title: 'That’s all for today',
  used: (limit: number) => `You have used all ${limit} messages for today.`,
  usedUp: 'You have used all messages for today.',
  kept: 'What you write is not lost.',
  upgrade: 'Upgrade to Premium',
} as const;
