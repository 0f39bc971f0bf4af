/**
 * Display names (docs/spec.md 2.9) of the default configuration's models, by id. Names that an operator configures are
 * only in the catalogue (`model-catalogue.ts`).
 */
const NAMES: Readonly<Record<string, string>> = {
  geminitwofive: 'Gemini 2.5',
  chatgpt: 'ChatGPT',
  chatgptmini: 'ChatGPT mini',
  claude: 'Claude',
  deepseek: 'DeepSeek',
};

export const modelName = (id: string): string =>
  (Object.hasOwn(NAMES, id) ? NAMES[id] : undefined) ?? id.charAt(0).toUpperCase() + id.slice(1);
