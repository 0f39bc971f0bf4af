import { LineIcon } from './line-icon.tsx';

const PATHS = {
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M7 7h10v10H7z',
  down: 'M12 5v14M6 13l6 6 6-6',
  logout: 'M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h10M16 8l4 4-4 4',
  copy: 'M9 9h10v10H9zM15 9V5H5v10h4',
  check: 'M5 13l4 4L19 7',
  search: 'M10.500 4a6.500 6.500 0 1 0 0 13 6.500 6.500 0 0 0 0-13M15.500 15.500 20 20',
  more: 'M5.500 12a.5.5 0 1 0 .01 0M12 12a.5.5 0 1 0 .01 0M18.500 12a.5.5 0 1 0 .01 0',
  pencil: 'M4 20l1-4.500L16.500 4 20 7.500 8.500 19zM14 6.500l3.500 3.500',
  trash: 'M4 7h16M9 7V4h6v3M6.500 7l1 13h9l1-13M10 11v5M14 11v5',
  close: 'M6 6l12 12M18 6 6 18',
} as const;

type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return <LineIcon name={name} path={PATHS[name]} size={size} />;
}
