/** The display names of docs/spec.md 2.9; the ids are those of the available models (docs/spec.md 3.1). */
const NAMES: Readonly<Record<string, string>> = {
  geminitwofive: 'Gemini 2.5',
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  deepseek: 'DeepSeek',
};

/** A model's name for people; an id that is not known is shown capitalised. */
export const modelName = (id: string): string =>
  (Object.hasOwn(NAMES, id) ? NAMES[id] : undefined) ?? id.charAt(0).toUpperCase() + id.slice(1);
