/**
 * Display names (docs/spec.md 2.9) of the models of the default configuration, by id. If an operator configures other
 * models or names, only the catalogue (`model-catalogue.ts`) has the configured names.
 */
const NAMES: Readonly<Record<string, string>> = {
  geminitwofive: 'Gemini 2.5',
  chatgpt: 'ChatGPT',
  chatgptmini: 'ChatGPT mini',
  claude: 'Claude',
  deepseek: 'DeepSeek',
};

/** Returns a model's display name. An unknown id is returned with a capital first letter. */
export const modelName = (id: string): string =>
  (Object.hasOwn(NAMES, id) ? NAMES[id] : undefined) ?? id.charAt(0).toUpperCase() + id.slice(1);
