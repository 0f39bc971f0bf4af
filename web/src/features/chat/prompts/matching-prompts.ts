import type { SavedPrompt } from '#contract/instructions-and-prompts';

/** Folds case and accents, so that `resume` finds `Résumé`. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

export function matchingPrompts(prompts: readonly SavedPrompt[], query: string): readonly SavedPrompt[] {
  const wanted = fold(query.trim());
  const begins = ({ name }: SavedPrompt) => fold(name).startsWith(wanted);
  const found = prompts.filter(({ name, text }) => fold(`${name}\n${text}`).includes(wanted));
  return [...found.filter(begins), ...found.filter((prompt) => !begins(prompt))];
}
