import { CHAT_DEFAULT_NAME_PREFIX } from '#contract/limits';

export { nameFromMessage } from '#contract/naming';

/** True when a chat still has its default name, and so takes its first message's (docs/spec.md 4.5). */
export const hasDefaultName = (name: string): boolean => name.startsWith(CHAT_DEFAULT_NAME_PREFIX);
