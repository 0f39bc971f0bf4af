export const pdfCopy = {
  download: 'Download as PDF',
  title: 'Download as PDF',
  reading: 'Reading the messages…',
  readingPictures: 'Reading the pictures…',
  making: 'Making the PDF…',
  progress: 'PDF progress',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  done: 'The PDF is downloaded.',
  cancelled: 'The PDF was cancelled.',
  failed: 'The PDF could not be made. Please try again.',
  historyFailed: 'The messages could not be read. Check your connection and try again.',
  document: {
    you: 'You',
    assistant: 'Assistant',
    about: (date: string, messages: number) =>
      `Exported ${date} · ${messages === 1 ? '1 message' : `${messages} messages`}`,
    file: {
      name: (name: string, size: string) => `${name} (${size})`,
      removed: (name: string) => `${name} (removed)`,
    },
    page: (page: number, of: number) => `${page} / ${of}`,
  },
} as const;
