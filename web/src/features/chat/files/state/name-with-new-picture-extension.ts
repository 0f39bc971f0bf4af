import { extensionOf } from '../file-kind-and-acceptance.ts';

const EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
};

/** Returns the name with the extension of the picture's new type, such as `IMG_1.jpg` for `IMG_1.HEIC`. */
export function nameForType(name: string, type: string): string {
  const extensions = EXTENSIONS[type] ?? [];
  const known = extensionOf(name);
  if (extensions.length === 0 || extensions.includes(known)) return name;
  return `${known === '' ? name : name.slice(0, -known.length - 1)}.${extensions[0]}`;
}
