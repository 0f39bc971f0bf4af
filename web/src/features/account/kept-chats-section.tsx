import { useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Card } from '../../components/card.tsx';
import { Switch } from '../../components/text-fields-and-switch.tsx';
import { browserStorage } from '../../lib/browser-storage.ts';
import { keepsChats, setKeepsChats } from '../../lib/kept-chats-storage.ts';
import { KEPT_OWNER_KEY } from '../../lib/personal-data-storage.ts';
import { accountCopy } from './copy.ts';

const copy = accountCopy.kept;

type Outcome = 'erased' | 'failed' | undefined;

/**
 * Returns the outcome of the last erasure, or undefined while the setting is on. A successful erasure removes
 * KEPT_OWNER_KEY from the storage.
 */
function outcomeNow(): Outcome {
  if (keepsChats()) return undefined;
  return browserStorage.get(KEPT_OWNER_KEY) === null ? 'erased' : 'failed';
}

/** Card with the setting whether chats are kept in this browser. */
export function KeptChatsSection() {
  const [isOn, setOn] = useState(keepsChats);
  // The success of an erasure is not announced again when the page is opened later.
  const [outcome, setOutcome] = useState<Outcome>(() => (outcomeNow() === 'failed' ? 'failed' : undefined));
  const title = useRef<HTMLHeadingElement>(null);
  const change = async (keeps: boolean) => {
    setOn(keeps);
    setOutcome(undefined);
    await setKeepsChats(keeps);
    setOutcome(outcomeNow());
  };
  const retry = () => {
    // Moves the focus, because `change` removes the pressed button.
    title.current?.focus();
    void change(false);
  };
  return (
    <Card title={copy.title} titleRef={title}>
      <p className="soft">{copy.about}</p>
      <Switch label={copy.label} checked={isOn} onChange={({ target }) => void change(target.checked)} />
      <p role="status" className="soft">
        {outcome === 'erased' && copy.erased}
      </p>
      {outcome === 'failed' && (
        <Callout kind="error">
          <p>{copy.failed}</p>
          <Button isSmall onClick={retry}>
            {copy.retry}
          </Button>
        </Callout>
      )}
    </Card>
  );
}
