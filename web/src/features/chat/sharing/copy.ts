import type { ShareReaders } from '#contract/sharing';

const count = new Intl.NumberFormat();
const messages = (n: number): string => (n === 1 ? '1 message' : `${count.format(n)} messages`);

export const sharingCopy = {
  open: 'Share chat',
  menu: 'Share…',
  title: 'Share chat',
  close: 'Close',
  loading: 'Looking for links to this chat…',
  loadFailed: 'Your shared chats could not be loaded. Check your connection and try again.',
  retry: 'Retry',
  about: {
    snapshot:
      'The link shows this chat as it is now. What is written later is not in it, until you update it.',
    isIn: 'In it: the chat’s name, all messages, the models that replied, and the names of files.',
    isNotIn:
      'Not in it: your name and e-mail address, what is in your files, your instructions and your usage.',
    check: 'Messages are shared as they were written. Check that none says more than you want to tell.',
  },
  readers: {
    label: 'Who may read it',
    members: { name: 'People with an account', about: ' and the link' },
    anyone: { name: 'Anyone with the link', about: ', account or not' },
    /** Shown if the operator lets only people with an account read shares. */
    only: 'People with an account here can read it when they have the link.',
  } satisfies Record<ShareReaders, object> & Record<string, unknown>,
  create: 'Create link',
  creating: 'Creating…',
  created: 'The link is ready.',
  createFailed: 'The link could not be created. Check your connection and try again.',
  link: 'Link',
  copy: 'Copy link',
  copied: 'Copied',
  copyFailed: 'Your browser did not allow copying. Select the link and copy it.',
  openPage: 'Open',
  openNamed: (name: string): string => `Open ${name}`,
  state: (n: number, at: string): string => `${messages(n)}, as of ${at}`,
  outdated: 'The chat has changed since.',
  update: 'Update to now',
  updating: 'Updating…',
  updated: 'The link shows the chat as it is now.',
  readersChanged: 'Saved.',
  stop: 'Stop sharing',
  stopAbout: 'The link will lead nowhere, also for people who have it.',
  stopping: 'Stopping…',
  keep: 'Keep it',
  stopped: 'The chat is no longer shared.',
  /** Text for screen readers, if the user has stopped one link and the chat has another. */
  linkStopped: 'The link leads nowhere now.',
  changeFailed: 'That did not work. Check your connection and try again.',
  all: 'All shared chats',
  list: {
    title: 'Shared chats',
    back: 'Back to your chats',
    about: 'Each link shows a chat as it was when you made or updated the link.',
    loading: 'Loading your shared chats…',
    none: 'You share no chat. To share one, open its menu in the list of your chats, or the button above its messages.',
    off: 'The operator has switched sharing off: nobody can read a shared chat until it is on.',
    made: (at: string): string => `Made ${at}`,
    /** The name is isolated, as it may run from right to left. */
    stopped: (name: string): string => `\u2068${name}\u2069 is no longer shared.`,
  },
} as const;
