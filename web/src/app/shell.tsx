import type { ReactNode } from 'react';
import { commonCopy } from '../lib/common-copy.ts';
import { NavBar } from './nav-bar.tsx';

/** Shell of every page: the skip link, the navigation bar and the page below it. */
export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <a className="skip-link" href="#content">
        {commonCopy.skipToContent}
      </a>
      <NavBar />
      {children}
    </>
  );
}
