/** Largest number of entries in a block of a ToUnicode CMap. */
const BLOCK = 100;

export function utf16Hex(text: string): string {
  let hex = '';
  for (let i = 0; i < text.length; i += 1) hex += hex4(text.charCodeAt(i));
  return hex;
}

export const hex4 = (value: number): string => value.toString(16).padStart(4, '0');

/** Returns the CMap from which PDF readers take the texts of codes 1, 2, ... (ISO 32000-1, 9.10.3). */
export function toUnicodeCmap(texts: readonly string[]): string {
  const blocks: string[] = [];
  for (let from = 0; from < texts.length; from += BLOCK) {
    const entries = texts
      .slice(from, from + BLOCK)
      .map((text, i) => `<${hex4(from + i + 1)}> <${utf16Hex(text)}>`);
    blocks.push(`${entries.length} beginbfchar\n${entries.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
