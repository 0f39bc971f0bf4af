import { createStore } from '../../../lib/observable-store.ts';

/** Ids of the chats that the user has selected in the sidebar; undefined while no chats are being selected. */
export const selectedChats = createStore<ReadonlySet<string> | undefined>(undefined);

export const endSelection = (): void => selectedChats.set(undefined);
