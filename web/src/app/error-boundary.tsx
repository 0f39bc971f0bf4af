import { Component, type ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { CentredPage, PageTitle } from '../components/page.tsx';
import { appCopy } from './copy.ts';

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
        <PageTitle>{appCopy.brokenTitle}</PageTitle>
        <p className="soft">{appCopy.broken}</p>
        <Button kind="primary" onClick={() => window.location.reload()}>
          {appCopy.reload}
        </Button>
      </CentredPage>
    );
  }
}
