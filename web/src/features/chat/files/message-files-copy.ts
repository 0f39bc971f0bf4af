/** Texts about the files of sent messages, and texts in the picture viewer. */
export const messageFilesCopy = {
  label: 'Files',
  removed: 'Removed',
  gone: 'No longer available',
  failed: 'Could not be loaded',
  downloadFailed: 'Could not be downloaded. Please try again.',
  /** Text that only screen readers get, before the name of a document. */
  download: 'Download',
  enlarge: (name: string) => `Enlarge ${name}`,
  /** Alternative text of a picture; `caption` is the text of the message with which the picture was sent. */
  alt: (name: string, caption: string) => (caption === '' ? name : `${name}: ${caption}`),
  pages: (pages: number, size: string) => `${pages === 1 ? '1 page' : `${pages} pages`}, ${size}`,
  sheets: (sheets: number, size: string) => `${sheets === 1 ? '1 sheet' : `${sheets} sheets`}, ${size}`,
  loading: (name: string) => `Loading ${name}`,
  remove: 'Remove a file',
  removeOne: (name: string) => `Remove ${name}`,
  removal: {
    title: 'Remove this file?',
    text: 'It is deleted for good, for all your devices. The message stays.',
    confirm: 'Remove file',
    cancel: 'Cancel',
    failed: 'The file could not be removed. Please try again.',
  },
  viewer: {
    label: 'Picture',
    previous: 'Previous picture',
    next: 'Next picture',
    download: 'Download',
    close: 'Close',
    place: (at: number, of: number) => `${at} of ${of}`,
  },
} as const;
