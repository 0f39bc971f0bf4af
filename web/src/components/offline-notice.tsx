import { Callout } from './callout.tsx';
import { useIsOnline } from './use-is-online.ts';

export function OfflineNotice({ text }: { readonly text: string }) {
  return <div role="status">{!useIsOnline() && <Callout>{text}</Callout>}</div>;
}
