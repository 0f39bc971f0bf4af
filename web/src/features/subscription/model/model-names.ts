/** Names that spec section 2 gives; any other id is shown capitalised. */
const NAMES: Readonly<Record<string, string>> = {
  geminitwofive: 'Gemini 2.5',
  chatgpt: 'ChatGPT',
  claude: 'Claude',
  deepseek: 'DeepSeek',
};

export const modelName = (id: string): string =>
  Object.hasOwn(NAMES, id) ? (NAMES[id] ?? id) : id.charAt(0).toUpperCase() + id.slice(1);
