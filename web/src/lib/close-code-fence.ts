/** Fence and the rest of its line. A fence of backticks has no backtick in the rest of its line. */
const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
/** Mark of a list item, with the spaces between the mark and the item's text. */
const LIST_MARK = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:$| {1,4}(?=\S)|\s)/;

/**
 * Closes a code block that is still open at the end of a Markdown text, so that the block does not swallow the text
 * below (https://spec.commonmark.org/0.31.2/#fenced-code-blocks). A block in a list item or in a quote ends with the
 * item or the quote, and stays as it is: there, a fence below would open another block.
 */
export function closeCodeFence(text: string): string {
  /** Opening fence of the block that is open, with its indentation. */
  let open = '';
  /** Column of the text of the current list item. A line that is indented up to this column belongs to the item. */
  let itemColumn = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, indent = '', fence = '', rest = ''] = FENCE.exec(line) ?? [];
    if (open !== '') {
      // A closing fence is at least as long as the opening fence, and ends its line.
      if (fence.startsWith(open.trimStart()) && /^[ \t]*$/.test(rest)) open = '';
      continue;
    }
    const column = line.replaceAll('\t', '    ').search(/\S/);
    const isInItem = itemColumn > 0 && column >= itemColumn;
    if (column < 0 || isInItem) continue;
    itemColumn = LIST_MARK.exec(line)?.[0].length ?? 0;
    if (fence !== '') open = indent + fence;
  }
  return open === '' ? text : `${text}\n${open}`;
}
