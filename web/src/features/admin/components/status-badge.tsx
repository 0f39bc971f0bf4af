/** Colours of a state: how well it is for whoever reads it. */
export type Mood = 'good' | 'plain' | 'bad';

/** A state in a word; its colour only repeats the word. */
export const StatusBadge = ({ mood, children }: { readonly mood: Mood; readonly children: string }) => (
  <span className={`badge badge-${mood}`}>{children}</span>
);
