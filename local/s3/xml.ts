import { malformedXml } from './s3-error.ts';

export type XmlValue = string | number | boolean | undefined | XmlObject | readonly XmlObject[];
export interface XmlObject {
  readonly [name: string]: XmlValue;
}

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Writes an XML document. A list makes several elements: `{ Part: [{}, {}] }` becomes `<Part></Part><Part></Part>`. */
export const xmlDocument = (root: string, content: XmlObject): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">${elements(content)}</${root}>`;

export const errorDocument = (content: XmlObject): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${elements(content)}</Error>`;

const elements = (content: XmlObject): string =>
  Object.entries(content)
    .flatMap(([name, value]) => listOf(value).map((one) => element(name, one)))
    .join('');

const listOf = (value: XmlValue): readonly (string | number | boolean | XmlObject)[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value as string]; // Array.isArray does not narrow readonly arrays
};

const element = (name: string, value: string | number | boolean | XmlObject): string =>
  `<${name}>${typeof value === 'object' ? elements(value) : escaped(String(value))}</${name}>`;

const escaped = (text: string): string => text.replace(/[&<>"\r]/g, (sign) => ESCAPES[sign] ?? sign);

/** Returns the contents of all elements `name`, still escaped. An element must not contain another of the same name. */
export function elementsIn(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, content = '']) => content,
  );
}

/** Returns the unescaped text of the element `name`. Throws MalformedXML for several, and for an unknown escape. */
export function textIn(xml: string, name: string): string | undefined {
  const [found, ...more] = elementsIn(xml, name);
  if (more.length > 0) throw malformedXml();
  return found === undefined ? undefined : unescaped(found);
}

const unescaped = (text: string): string =>
  text.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, (_, name: string) => {
    if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16));
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)));
    const sign = SIGNS[name];
    if (sign === undefined) throw malformedXml();
    return sign;
  });

/** Returns the content of the root element, still escaped. Throws MalformedXML if the root is not `name`. */
export function rootOf(xml: string, name: string): string {
  const [, content] =
    new RegExp(`^\\s*(?:<\\?xml[^>]*\\?>)?\\s*<${name}(?:\\s[^>]*)?>([\\s\\S]*)</${name}>\\s*$`).exec(xml) ??
    [];
  if (content === undefined) throw malformedXml();
  return content;
}
