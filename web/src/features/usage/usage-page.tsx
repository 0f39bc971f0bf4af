import { useEffect, useMemo } from 'react';
import { Link } from '../../components/link.tsx';
import { OfflineNotice } from '../../components/offline-notice.tsx';
import { useTitle } from '../../components/use-title.ts';
import type { Viewer } from '../../lib/session/state.ts';
import { useStore } from '../../lib/store.ts';
import { AnalyticsSection } from './analytics/analytics-section.tsx';
import { usageCopy } from './copy.ts';
import { dayBefore } from './model/days.ts';
import { UsageReport, type UsageReportState } from './model/usage-report.ts';
import { MonthSection } from './month-section.tsx';
import { OfferSection } from './offer-section.tsx';
import { TodaySection } from './today-section.tsx';
import './usage.css';

/** Usage: what is left of the viewer's day, and what they used; with the yearly plan, by model. */
export default function UsagePage({ viewer }: { readonly viewer: Viewer }) {
  useTitle(usageCopy.title);
  const report = useMemo(() => new UsageReport(viewer.email), [viewer.email]);
  useEffect(() => keepFresh(report.load), [report]);
  const state = useStore(report.state);
  return (
    <main id="content" className="page usage">
      <div className="usage-column">
        <Link className="usage-back" to="/chat">
          {usageCopy.back}
        </Link>
        <h1 className="page-title">{usageCopy.title}</h1>
        {state.usage && <OfflineNotice text={usageCopy.offlineNotice} />}
        {state.failure !== undefined && (
          <div role="alert" className="notice notice-error">
            <p>{state.failure}</p>
            <button type="button" className="button" onClick={() => void report.load()}>
              {usageCopy.retry}
            </button>
          </div>
        )}
        <Parts state={state} />
      </div>
    </main>
  );
}

function Parts({ state: { usage, failure, offer, names } }: { readonly state: UsageReportState }) {
  if (!usage)
    return (
      failure === undefined && (
        <p role="status" className="soft">
          {usageCopy.loading}
        </p>
      )
    );
  const today = dayBefore(usage.today.resetsAt);
  return (
    <>
      <TodaySection quota={usage.today} />
      <MonthSection used={usage.days} today={today} />
      {usage.analytics && names && <AnalyticsSection usage={usage.analytics} today={today} names={names} />}
      {!usage.analytics && offer && <OfferSection offer={offer} />}
    </>
  );
}

/** Reads at once, and whenever the page comes back into sight or to the network. Returns how to stop. */
function keepFresh(load: () => Promise<void>): () => void {
  const refresh = () => {
    if (document.visibilityState === 'visible' && navigator.onLine) void load();
  };
  void load();
  window.addEventListener('online', refresh);
  document.addEventListener('visibilitychange', refresh);
  return () => {
    window.removeEventListener('online', refresh);
    document.removeEventListener('visibilitychange', refresh);
  };
}
