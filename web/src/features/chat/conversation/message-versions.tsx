import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type Branches, versionsOf } from '#contract/branches';
import { LineIcon } from '../../../components/line-icon.tsx';
import type { Conversation } from '../state/conversation/conversation.ts';
import { messageCopy } from './conversation-and-markdown-copy.ts';
import styles from './message-view.module.css';

const copy = messageCopy.versions;
const PREVIOUS = 'M14.500 6l-6 6 6 6';
const NEXT = 'M9.500 6l6 6-6 6';

interface MessageVersionsProps {
  /** Index of the version on screen. */
  readonly index: number;
  readonly branches: Branches;
  readonly conversation: Conversation;
  /**
   * True while a reply is pending, because the path of the reply must stay on screen. Also true while the page shows
   * messages kept by this browser, until the server's messages are read.
   */
  readonly isLocked: boolean;
}

type Step = -1 | 1;
/**
 * Direction of the pressed arrow, and the index of the message that the arrow opens. The pressed arrow disappears
 * together with its message. The opened message's arrow of the same direction then takes the focus.
 */
let pressed: { readonly index: number; readonly step: Step } | undefined;

/** Place of a message among its versions, with arrows to the previous and the next version. */
export function MessageVersions({ index, branches, conversation, isLocked }: MessageVersionsProps) {
  const [isFailed, setFailed] = useState(false);
  const [isReading, setReading] = useState(false);
  const versions = versionsOf(branches, index);
  const place = versions.indexOf(index);
  const show = async (step: Step) => {
    const other = versions[place + step];
    if (other === undefined || isLocked || isReading) return;
    pressed = { index: other, step };
    setReading(true);
    const isShown = await conversation.history.showVersion(other);
    if (!isShown) pressed = undefined;
    setFailed(!isShown);
    setReading(false);
  };
  const arrow = (step: Step, label: string, path: string) => (
    <Arrow
      label={label}
      isOff={isLocked || versions[place + step] === undefined}
      takesFocus={pressed?.index === index && pressed.step === step}
      onClick={() => void show(step)}
    >
      <LineIcon name={step < 0 ? 'previous' : 'next'} path={path} size={16} />
    </Arrow>
  );
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form */}
      <div
        role="group"
        className={styles.versions}
        aria-label={copy.label(place + 1, versions.length)}
        aria-busy={isReading}
      >
        {arrow(-1, copy.previous, PREVIOUS)}
        <span aria-hidden="true">
          {place + 1}/{versions.length}
        </span>
        {arrow(1, copy.next, NEXT)}
      </div>
      {isFailed && (
        <span role="status" className={styles.copied}>
          {copy.failed}
        </span>
      )}
    </>
  );
}

interface ArrowProps {
  readonly label: string;
  /** True if the arrow cannot be used. Sets `aria-disabled`: `disabled` would take the focus from the button. */
  readonly isOff: boolean;
  readonly takesFocus: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Arrow({ label, isOff, takesFocus, onClick, children }: ArrowProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    pressed = undefined;
    // While the version was read, the user may have moved the focus elsewhere, for example into the composer.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  return (
    <button
      ref={button}
      type="button"
      className={styles.action}
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
