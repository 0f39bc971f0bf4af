import { Component, type ReactNode } from 'react';
import { commonCopy } from '../lib/copy.ts';

/** A page that breaks takes only itself down: the bar stays, and a reload is one click away. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main id="content" className="centred">
        <h1 className="page-title">{commonCopy.brokenTitle}</h1>
        <p className="soft">{commonCopy.broken}</p>
        <button type="button" className="button button-primary" onClick={() => window.location.reload()}>
          {commonCopy.reload}
        </button>
      </main>
    );
  }
}
