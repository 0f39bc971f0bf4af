const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** True when the Markdown source of a fenced code block ends with its closing fence. */
export function hasClosingFence(raw: string): boolean {
  const [, fence = ''] = FENCE.exec(raw) ?? [];
  const lines = raw.trimEnd().split('\n');
  const last = lines.at(-1)?.trim() ?? '';
  return (
    lines.length > 1 &&
    last.length >= fence.length &&
    fence !== '' &&
    last.replaceAll(fence.charAt(0), '') === ''
  );
}
