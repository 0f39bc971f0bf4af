import type { ReactNode } from 'react';
import { appCopy } from './copy.ts';
import { NavBar } from './nav-bar.tsx';

export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <>
      <a className="skip-link" href="#content">
        {appCopy.skipToContent}
      </a>
      <NavBar />
      {children}
    </>
  );
}
