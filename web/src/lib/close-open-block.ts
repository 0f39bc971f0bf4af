/** Fence and the rest of its line. A fence of backticks has no backtick in the rest of its line. */
const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
/** Mark of a list item, with the spaces between the mark and the item's text. */
const LIST_MARK = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:$| {1,4}(?=\S)|\s)/;

/** Blocks of HTML that do not end at a blank line: the text that begins a line, and the text that ends the block. */
const HTML_BLOCKS = [
  ...['script', 'pre', 'style', 'textarea'].map(
    (tag) => [new RegExp(`^ {0,3}<${tag}(?=\\s|>|$)`, 'i'), `</${tag}>`] as const,
  ),
  [/^ {0,3}<!--/, '-->'],
  [/^ {0,3}<\?/, '?>'],
  [/^ {0,3}<!\[CDATA\[/, ']]>'],
  [/^ {0,3}<![a-z]/i, '>'],
] as const;

/**
 * Closes a block of code or HTML that is still open at the end of a Markdown text, so that the block does not swallow
 * the text below (https://spec.commonmark.org/0.31.2/#fenced-code-blocks and #html-blocks). A block in a list item or
 * in a quote ends with the item or the quote, and stays as it is: there, a fence below would open another block.
 */
export function closeOpenBlock(text: string): string {
  /** Text that closes the open block. A fence has the indentation of the opening fence. */
  let closing = '';
  let isCode = false;
  /** Column of the text of the current list item. A line that begins at or after this column belongs to the item. */
  let itemColumn = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    if (closing !== '') {
      if (isCode ? isClosingFence(line, closing) : endsHtml(line, closing)) closing = '';
      continue;
    }
    const column = line.replaceAll('\t', '    ').search(/\S/);
    const isInItem = itemColumn > 0 && column >= itemColumn;
    if (column < 0 || isInItem) continue;
    itemColumn = LIST_MARK.exec(line)?.[0].length ?? 0;
    const [, indent = '', fence = ''] = FENCE.exec(line) ?? [];
    isCode = fence !== '';
    closing = isCode ? indent + fence : closingOfHtml(line);
  }
  return closing === '' ? text : `${text}\n${closing}`;
}

/** Checks that the line is a fence at least as long as the opening fence, and nothing else. */
function isClosingFence(line: string, opening: string): boolean {
  const [, , fence = '', rest = ''] = FENCE.exec(line) ?? [];
  return fence.startsWith(opening.trimStart()) && /^[ \t]*$/.test(rest);
}

const endsHtml = (line: string, closing: string): boolean => line.toLowerCase().includes(closing);

/**
 * Returns the text that closes the block of HTML which the line begins, or an empty text if the line begins none. A
 * block may end in its first line, as `<!-->` does.
 */
function closingOfHtml(line: string): string {
  const [, closing = ''] = HTML_BLOCKS.find(([opening]) => opening.test(line)) ?? [];
  return endsHtml(line, closing) ? '' : closing;
}
