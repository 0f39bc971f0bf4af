/** Texts about what is left of the day's messages. */
export const quotaCopy = {
  left: (left: number, limit: number) => `${left} of ${limit} messages left today.`,
  /** `local`: the time where the reader is, if that is another; `wait`: how long until then. */
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
