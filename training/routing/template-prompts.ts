/**
 * Makes prompts from templates, such as `write a poem about {t}`, so that the classifier learns which words show a need
 * and which words only name the subject. Format: training/README.md.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { random } from './logistic-regression.ts';
import { type Prompt, parsePrompts } from './read-prompts.ts';

const TEMPLATES = join(import.meta.dirname, 'templates');
/** Largest number of prompts from one template. */
const EACH = 6;

export const templatePrompts = (): Prompt[] =>
  readdirSync(TEMPLATES)
    .toSorted()
    .flatMap((name) => filledTemplates(name.slice(0, -4), readFileSync(join(TEMPLATES, name), 'utf8')));

/** Makes the prompts of one file of templates. A line such as `@t rain|my dog` lists the texts for the slot `{t}`. */
export function filledTemplates(file: string, content: string): Prompt[] {
  const next = random(17);
  const lines = content.split('\n');
  const slots = new Map(
    lines.filter((line) => line.startsWith('@')).map((line) => [line[1], line.slice(3).split('|')]),
  );
  const fill = (template: string) =>
    template.replace(/\{(\w)\}/g, (slot, name) => {
      const options = slots.get(name) ?? [];
      return options[Math.floor(next() * options.length)] ?? slot;
    });
  return parsePrompts(file, lines.map((line) => (line.startsWith('@') ? '' : line)).join('\n')).flatMap(
    (prompt) => {
      const texts = Array.from({ length: prompt.text.includes('{') ? EACH : 1 }, () => fill(prompt.text));
      return [...new Set(texts)].map((text) => ({ ...prompt, text }));
    },
  );
}
