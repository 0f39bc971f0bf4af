import { browserStorage } from '../../../lib/storage-area.ts';

/** Set to 'true' once the tour was completed or exited (docs/spec.md 3.2). It is about the browser, so logout keeps it. */
const KEY = 'hasSeenChatTour';

export const tourFlag = {
  isSet: (): boolean => browserStorage.get(KEY) === 'true',
  set: (): void => browserStorage.set(KEY, 'true'),
};
