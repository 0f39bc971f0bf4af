const count = new Intl.NumberFormat();
const messages = (n: number): string => `${count.format(n)} ${n === 1 ? 'message' : 'messages'}`;
const chats = (n: number): string => `${count.format(n)} ${n === 1 ? 'chat' : 'chats'}`;

export const accountCopy = {
  title: 'Account',
  back: 'Back to your chats',
  name: 'Name',
  email: 'Email',
  links: {
    title: 'More about your account',
    pages: [
      { to: '/usage', label: 'Your usage', about: 'Messages left today, and those of the last 30 days.' },
      { to: '/subscription', label: 'Your plan', about: 'What it includes, and how to change it.' },
      { to: '/shared', label: 'Shared chats', about: 'Links to your chats that others can read.' },
      {
        to: '/import',
        label: 'Import chats',
        about: 'Bring chats from ChatGPT, Claude or an export of ours.',
      },
      { to: '/support', label: 'Support', about: 'Write to the operator.' },
    ],
  },
  export: {
    title: 'Your data',
    about:
      'A ZIP file with everything stored about you: your chats as Markdown, your files, and all data as JSON.',
    start: 'Download my data',
    cancel: 'Cancel',
    starting: 'Collecting your data…',
    collecting: (chatCount: number, messageCount: number): string =>
      `Collected ${messages(messageCount)} in ${chats(chatCount)}…`,
    packing: 'Packing the file…',
    packingFiles: (packed: number, all: number): string => `Packing your files: ${packed} of ${all}…`,
    done: (chatCount: number, messageCount: number): string =>
      `Saved ${messages(messageCount)} in ${chats(chatCount)}.`,
    cancelled: 'The download was cancelled.',
    offline: 'There is no connection. The download continues when it is back.',
    failed: 'Your data could not be collected. Please try again.',
    unreachable: 'Your data could not be collected. Check your connection and try again.',
    /** `day`: yyyy-mm-dd. */
    fileName: (product: string, day: string): string => `${product} ${day}.zip`,
    folder: 'chats',
    filesFolder: 'files',
    /** Name of a file whose own name has no usable character. */
    file: 'File',
    chat: 'Chat',
  },
  devices: {
    title: 'Signed-in devices',
    about: 'Browsers in which you are signed in. End those that you do not use or know.',
    loading: 'Loading your devices…',
    failed: 'Your devices could not be loaded.',
    retry: 'Try again',
    onlyThis: 'No other device is listed.',
    thisDevice: 'This device',
    named: (browser: string, system: string): string => `${browser} on ${system}`,
    unknown: 'Unknown device',
    since: (when: string): string => `Signed in since ${when}`,
    today: 'used today',
    lastUsed: (day: string): string => `last used ${day}`,
    end: 'End',
    endNamed: (name: string): string => `End ${name}`,
    endOthers: 'End all others',
    endOthersHint: 'Ending all others also ends sign-ins that are not in the list.',
    ended: (name: string): string => `${name} is signed out.`,
    endedOthers: 'All other devices are signed out.',
    endFailed: 'The device could not be signed out. Please try again.',
  },
  kept: {
    title: 'Chats on this device',
    about:
      'Your list of chats and the chats that you opened last are kept in this browser, so that they show at once when you come back. Logging out erases them. Switch this off on a computer that you share.',
    label: 'Keep chats on this device',
    erased: 'The chats that were kept on this device are erased.',
    failed: 'The chats that were kept on this device could not be erased.',
    retry: 'Try again',
  },
  delete: {
    title: 'Delete account',
    about: 'Permanently deletes your account and everything in it.',
    open: 'Delete account…',
    dialogTitle: 'Delete your account?',
    what: [
      'Your chats, your usage and your subscription data are deleted. This cannot be undone.',
      'You are logged out on all your devices at once. A reply that is being written is deleted too.',
      'To come back, you need a new invitation.',
    ],
    first: 'You may want to download your data first.',
    confirm: (email: string): string => `Type ${email} to confirm`,
    mismatch: 'That is not your email address.',
    submit: 'Delete account',
    busy: 'Deleting…',
    cancel: 'Cancel',
    failed: 'Your account could not be deleted. Please try again.',
  },
  goodbye: {
    title: 'Goodbye',
    text: 'Your account is closed, and everything in it is being deleted. Thank you for your time with us.',
    home: 'Go to the start page',
  },
} as const;
