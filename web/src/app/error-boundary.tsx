import { Component, type ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { CentredPage, PageTitle } from '../components/page.tsx';
import { commonCopy } from '../lib/common-copy.ts';

interface ErrorBoundaryProps {
  /** The router's location: a new object after each navigation. */
  readonly place: unknown;
  readonly children: ReactNode;
}

/**
 * Shows an error text and a reload button in place of a page that throws while rendering, until the next navigation.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps> {
  override state: { readonly brokenAt?: unknown } = {};

  override componentDidCatch() {
    this.setState({ brokenAt: this.props.place });
  }

  override render() {
    const { place, children } = this.props;
    if (this.state.brokenAt !== place) return children;
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
