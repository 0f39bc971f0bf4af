import { useEffect, useState } from 'react';
import type { Announcement } from '#contract/announcement';
import { IconButton } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { Icon } from '../../../components/icon.tsx';
import { browserStorage } from '../../../lib/browser-storage.ts';
import styles from './announcement.module.css';
import { announcementCopy } from './copy.ts';

const KEY = 'closedAnnouncement';
/** Longest delay of a browser's timer, in milliseconds. A timer with a longer delay fires at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** The operator's announcement, until its end, or until the user closes it in this browser. */
export function AnnouncementBanner({ announcement }: { readonly announcement: Announcement }) {
  const [closedId, close] = useClosedId();
  const hasEnded = useHasEnded(announcement);
  if (hasEnded || closedId === announcement.id) return null;
  return <OpenBanner announcement={announcement} onClose={() => close(announcement.id)} />;
}

interface OpenBannerProps {
  readonly announcement: Announcement;
  readonly onClose: () => void;
}

/**
 * Separate component, so that `isMounted` is false at first each time the banner appears. The status region is then
 * empty before it gets the text.
 */
function OpenBanner({ announcement: { text, level, link }, onClose }: OpenBannerProps) {
  const isMounted = useIsMounted();
  return (
    <section
      className={classNames(styles.banner, level === 'warning' && styles.warning)}
      aria-label={announcementCopy.label}
    >
      <div className={styles.content}>
        {/* Screen readers announce a text only if its region was in the page before the text. */}
        <div role="status" className={styles.text}>
          {isMounted && (
            <>
              {level === 'warning' && <strong>{announcementCopy.important}</strong>}
              <p dir="auto">{text}</p>
            </>
          )}
        </div>
        {link !== undefined && (
          <a href={link} target="_blank" rel="noopener noreferrer">
            {announcementCopy.link}
          </a>
        )}
      </div>
      <IconButton className={styles.close} aria-label={announcementCopy.dismiss} onClick={onClose}>
        <Icon name="close" size={16} />
      </IconButton>
    </section>
  );
}

/** Returns the id of the announcement that the user has closed last, in any tab, and a function to close one. */
function useClosedId() {
  const [closedId, setClosedId] = useState(() => browserStorage.get(KEY));
  useEffect(() => {
    const read = ({ key }: StorageEvent) => key === KEY && setClosedId(browserStorage.get(KEY));
    window.addEventListener('storage', read);
    return () => window.removeEventListener('storage', read);
  }, []);
  const close = (id: string) => {
    browserStorage.set(KEY, id);
    setClosedId(id);
  };
  return [closedId, close] as const;
}

/**
 * True after the announcement's end. An end later than TIMER_MAX_MS (24 days) from now needs no timer. A connection
 * lasts two hours at most, and the client reads `getChats` again with each new connection. `getChats` leaves out an
 * announcement that has ended.
 */
function useHasEnded(announcement: Announcement): boolean {
  const [ended, setEnded] = useState<Announcement>();
  useEffect(() => {
    const ms = (announcement.endsInSeconds ?? Infinity) * 1_000;
    if (ms > TIMER_MAX_MS) return;
    const timer = setTimeout(() => setEnded(announcement), ms);
    return () => clearTimeout(timer);
  }, [announcement]);
  return ended === announcement;
}

function useIsMounted(): boolean {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return isMounted;
}
