import { LineIcon } from './icon.tsx';

/** Icons that the landing page does not load. */
const PATHS = {
  search: 'M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13M15.500 15.500 20 20',
  more: 'M5.500 12a.5.5 0 1 0 .01 0M12 12a.5.5 0 1 0 .01 0M18.500 12a.5.5 0 1 0 .01 0',
  pencil: 'M4 20l1-4.500L16.500 4 20 7.500 8.500 19zM14 6.500l3.500 3.500',
  trash: 'M4 7h16M9 7V4h6v3M6.500 7l1 13h9l1-13M10 11v5M14 11v5',
  close: 'M6 6l12 12M18 6 6 18',
} as const;

export type ChatIconName = keyof typeof PATHS;

export function ChatIcon({ name, size = 20 }: { readonly name: ChatIconName; readonly size?: number }) {
  return <LineIcon name={name} path={PATHS[name]} size={size} />;
}
