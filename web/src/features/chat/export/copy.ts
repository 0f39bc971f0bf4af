const count = new Intl.NumberFormat();

export const exportCopy = {
  open: 'Export or copy chat',
  title: 'Export or copy chat',
  actions: {
    copy: { name: 'Copy', about: 'The whole chat as text, to paste elsewhere' },
    markdown: { name: 'Markdown', about: 'A text file that people and editors read' },
    json: { name: 'JSON', about: 'A file for programs, with everything in it' },
    pdf: { name: 'PDF', about: 'Pages to print or send, with pictures' },
  },
  reading: (messages: number): string =>
    messages === 0 ? 'Reading the messages…' : `Read ${count.format(messages)} messages…`,
  copied: 'The chat is copied.',
  saved: 'The file is saved.',
  failed: 'The chat could not be exported. Check your connection and try again.',
  copyFailed: 'Your browser did not allow copying. Export the chat as Markdown instead.',
  close: 'Close',
  cancel: 'Cancel',
} as const;
