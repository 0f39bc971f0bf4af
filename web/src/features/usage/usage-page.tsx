import type { Quota, Storage } from '#contract/entities';
import { Button, ButtonLink } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Card } from '../../components/card.tsx';
import { ColumnPage } from '../../components/column-page.tsx';
import { passFocusToHeading } from '../../components/keep-focus-when-control-disappears.ts';
import { OfflineNotice } from '../../components/offline-notice.tsx';
import { QueryProvider } from '../../components/query-provider.tsx';
import { useTitle } from '../../components/use-title.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatDateTime } from '../../lib/format-date.ts';
import type { Viewer } from '../../lib/session/session-state.ts';
import { AnalyticsSection } from './analytics/analytics-section.tsx';
import { type Offer, useUsage } from './api/usage-queries.ts';
import { dayBefore } from './calculations/utc-days.ts';
import { usageCopy } from './copy.ts';
import { MonthSection } from './last-30-days-section.tsx';
import styles from './usage.module.css';

/** Usage page. Yearly subscribers also see analytics by model. Other users see a plan to buy, if payments are on. */
export default function UsagePage({ viewer }: { readonly viewer: Viewer }) {
  useTitle(usageCopy.title);
  return (
    <ColumnPage
      back={{ to: '/chat', label: usageCopy.back }}
      title={usageCopy.title}
      isWide
      className={styles.usage}
    >
      <QueryProvider>
        <Report email={viewer.email} />
      </QueryProvider>
    </ColumnPage>
  );
}

function Report({ email }: { readonly email: string }) {
  const { usage, names, offer, failure, reload } = useUsage(email);
  const today = usage && dayBefore(usage.today.resetsAt);
  return (
    <>
      {usage && <OfflineNotice text={usageCopy.offlineNotice} />}
      {failure !== undefined && (
        <Callout kind="error">
          <p>{failure}</p>
          <Button ref={passFocusToHeading} onClick={() => void reload()}>
            {usageCopy.retry}
          </Button>
        </Callout>
      )}
      {!usage && failure === undefined && (
        <p role="status" className="soft">
          {usageCopy.loading}
        </p>
      )}
      {usage && <TodaySection quota={usage.today} />}
      {usage?.storage && usage.storage.limitBytes > 0 && <StorageSection storage={usage.storage} />}
      {usage && today && <MonthSection used={usage.days} today={today} />}
      {usage?.analytics && today && names && (
        <AnalyticsSection usage={usage.analytics} today={today} names={names} />
      )}
      {usage && !usage.analytics && offer && <OfferSection offer={offer} />}
    </>
  );
}

function TodaySection({ quota: { limit, left, resetsAt } }: { readonly quota: Quota }) {
  const words = usageCopy.today;
  const used = limit - left;
  return (
    <Card title={words.title}>
      <p className={styles.left}>{words.left(left, limit)}</p>
      <div className={styles.meter} role="img" aria-label={words.used(used, limit)} data-spent={left === 0}>
        <span className={styles.fill} style={{ inlineSize: `${limit > 0 ? (used / limit) * 100 : 0}%` }} />
      </div>
      {left === 0 && <p>{words.none}</p>}
      <p className="soft">
        <time dateTime={resetsAt}>{words.resets(formatDateTime(resetsAt))}</time>
      </p>
    </Card>
  );
}

function StorageSection({ storage: { usedBytes, files, limitBytes } }: { readonly storage: Storage }) {
  const words = usageCopy.storage;
  const used = words.used(formatBytes(usedBytes), formatBytes(limitBytes));
  const share = Math.min(1, usedBytes / limitBytes);
  return (
    <Card title={words.title}>
      <p className={styles.left}>{used}</p>
      <div className={styles.meter} role="img" aria-label={used} data-spent={share === 1}>
        <span className={styles.fill} style={{ inlineSize: `${share * 100}%` }} />
      </div>
      <p className="soft">{words.files(files)}</p>
    </Card>
  );
}

function OfferSection({ offer }: { readonly offer: Offer }) {
  const { premium, onlyYearly } = usageCopy;
  if (offer === 'none') return null;
  if (offer === 'yearly')
    return (
      <Card title={onlyYearly.title}>
        <p>
          {onlyYearly.monthly} {onlyYearly.text}
        </p>
        <div>
          <ButtonLink to="/subscription">{onlyYearly.open}</ButtonLink>
        </div>
      </Card>
    );
  return (
    <Card title={premium.title}>
      <p>{premium.more}</p>
      <p>{onlyYearly.text}</p>
      <p className="soft">{premium.price}</p>
      <div>
        <ButtonLink kind="primary" to="/payment-page">
          {premium.open}
        </ButtonLink>
      </div>
    </Card>
  );
}
