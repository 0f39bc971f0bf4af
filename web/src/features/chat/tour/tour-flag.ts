/** Spec 3: set to 'true' once the tour was completed or exited. It is about the browser, so logout keeps it. */
const KEY = 'hasSeenChatTour';

export const tourFlag = {
  isSet: (): boolean => localStorage.getItem(KEY) === 'true',
  set: (): void => localStorage.setItem(KEY, 'true'),
};
