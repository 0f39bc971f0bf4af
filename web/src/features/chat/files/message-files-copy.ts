export const messageFilesCopy = {
  label: 'Files',
  removed: 'Removed',
  gone: 'No longer available',
  failed: 'Could not be loaded',
  downloadFailed: 'Could not be downloaded. Please try again.',
  /** For screen readers, before the name of a document. */
  download: 'Download',
  enlarge: (name: string) => `Enlarge ${name}`,
  /** `caption`: text of the message with the picture. */
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
