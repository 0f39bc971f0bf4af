import type { ReactNode } from 'react';
import { commonCopy } from '../lib/common-copy.ts';
import { NavBar } from './nav-bar.tsx';

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
