export const thinkingCopy = {
  now: 'Thinking...',
  seconds: (seconds: number) => `${seconds} s`,
  done: 'Thought',
  doneFor: (ms: number) => `Thought for ${lengthOf(Math.max(1, Math.round(ms / 1_000)))}`,
  none: 'The provider of this model does not show what it thinks.',
} as const;

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

function lengthOf(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const parts = [
    ...(minutes > 0 ? [counted(minutes, 'minute')] : []),
    ...(rest > 0 ? [counted(rest, 'second')] : []),
  ];
  return parts.join(' ');
}
