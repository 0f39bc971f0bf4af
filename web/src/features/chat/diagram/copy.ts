export const diagramCopy = {
  title: 'Diagram',
  drawing: 'Drawing the diagram...',
  /** `reason`: first line of the error, without a full stop at its end, or empty. */
  failed: (reason: string) => `The diagram could not be drawn${reason === '' ? '' : `: ${reason}`}.`,
  tooSlow: 'The diagram took too long to draw.',
} as const;
