const BLOCKS: ReadonlySet<string> = new Set(
  'P DIV SECTION ARTICLE FIGURE LI UL OL TR TABLE PRE BLOCKQUOTE H1 H2 H3 H4 H5 H6'.split(' '),
);

/**
 * Copies the selection with its formulas as TeX source. The browser would copy the letters of a formula one below the
 * other.
 */
export function copyFormulas(event: ClipboardEvent): void {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || !event.clipboardData || isTyping(event.target)) return;
  const range = selection.getRangeAt(0).cloneRange();
  includeWhole(range);
  const fragment = range.cloneContents();
  const formulas = fragment.querySelectorAll<HTMLElement>('[data-formula]');
  if (formulas.length === 0) return;
  for (const formula of formulas) formula.textContent = formula.dataset.formula ?? '';
  const copied = document.createElement('div');
  copied.append(fragment);
  event.clipboardData.setData('text/plain', textOf(copied).trim());
  event.clipboardData.setData('text/html', copied.innerHTML);
  event.preventDefault();
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;

function includeWhole(range: Range): void {
  const around = (node: Node) =>
    (node instanceof Element ? node : node.parentElement)?.closest('[data-formula]');
  const first = around(range.startContainer);
  const last = around(range.endContainer);
  if (first) range.setStartBefore(first);
  if (last) range.setEndAfter(last);
}

function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (node.nodeName === 'BR') return '\n';
  const text = [...node.childNodes].reduce((before, child) => {
    const isGlued = BLOCKS.has(child.nodeName) && before !== '' && !before.endsWith('\n');
    return `${before}${isGlued ? '\n' : ''}${textOf(child)}`;
  }, '');
  if (node.nodeName === 'TD' || node.nodeName === 'TH') return `${text}\t`;
  return BLOCKS.has(node.nodeName) ? `${text.replace(/\n+$/, '')}\n` : text;
}
