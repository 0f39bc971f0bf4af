/** Texts of a diagram in a reply. */
export const diagramCopy = {
  title: 'Diagram',
  drawing: 'Drawing the diagram...',
  /** `reason`: sentence of the library without a full stop, or empty. */
  failed: (reason: string) => `The diagram could not be drawn${reason === '' ? '' : `: ${reason}`}.`,
  tooSlow: 'The diagram took too long to draw.',
} as const;
