const BY_ENDING = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  md: 'text/markdown',
  markdown: 'text/markdown',
  json: 'application/json',
  html: 'text/html',
  htm: 'text/html',
} as const;

export type TextMediaType = (typeof BY_ENDING)[keyof typeof BY_ENDING] | 'text/plain';

const isKnown = (ending: string): ending is keyof typeof BY_ENDING => Object.hasOwn(BY_ENDING, ending);

/** Returns the media type of a text file by its name's ending. Source code, SVG and unknown endings are plain text. */
export function textMediaType(name: string): TextMediaType {
  const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return isKnown(ending) ? BY_ENDING[ending] : 'text/plain';
}
