import { Component, type ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { CentredPage, PageTitle } from '../components/page.tsx';
import { commonCopy } from '../lib/copy.ts';

/** Shows an error text and a reload button in place of a page that throws while rendering. The navigation bar stays. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <CentredPage>
        <PageTitle>{commonCopy.brokenTitle}</PageTitle>
        <p className="soft">{commonCopy.broken}</p>
        <Button kind="primary" onClick={() => window.location.reload()}>
          {commonCopy.reload}
        </Button>
      </CentredPage>
    );
  }
}
