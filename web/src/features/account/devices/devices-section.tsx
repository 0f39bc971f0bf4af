import { useRef, useState } from 'react';
import type { SignedInDevice } from '#contract/entities';
import { Badge } from '../../../components/badge.tsx';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Card, CardActions } from '../../../components/card.tsx';
import { Item, ItemList, ItemName } from '../../../components/item-list.tsx';
import { passFocusToHeading } from '../../../components/keep-focus-when-control-disappears.ts';
import { QueryProvider } from '../../../components/query-provider.tsx';
import { accountCopy } from '../copy.ts';
import { useDevices } from './use-devices.ts';

const copy = accountCopy.devices;
const HINT_ID = 'end-others-hint';

/** Lists the devices on which the user is signed in, and ends their sign-ins (docs/spec.md 4.17). */
export function DevicesSection() {
  return (
    <QueryProvider>
      <Devices />
    </QueryProvider>
  );
}

function Devices() {
  const { devices, hasFailed, reload, isEnding, endFailed, end } = useDevices();
  const [announcement, announce] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const others = devices?.filter(({ isThis }) => !isThis) ?? [];
  const endAndSay = async (said: string, device?: SignedInDevice) => {
    if (isEnding) return;
    announce('');
    if (!(await end(device))) return;
    // The row of the signed-out device is gone, with the button that had the focus.
    title.current?.focus();
    announce(said);
  };
  return (
    <Card title={copy.title} titleRef={title}>
      <p className="soft">{copy.about}</p>
      {devices === undefined && !hasFailed && <p className="soft">{copy.loading}</p>}
      {hasFailed && (
        <Callout kind="error">
          <p>{copy.failed}</p>
          <Button isSmall ref={passFocusToHeading} onClick={() => void reload()}>
            {copy.retry}
          </Button>
        </Callout>
      )}
      {devices !== undefined && (
        <ItemList>
          {devices.map((device) => (
            <Device
              key={device.id}
              device={device}
              isBusy={isEnding}
              onEnd={() => void endAndSay(copy.ended(nameOf(device)), device)}
            />
          ))}
        </ItemList>
      )}
      {devices !== undefined && others.length === 0 && <p className="soft">{copy.onlyThis}</p>}
      {endFailed && <Callout kind="error">{copy.endFailed}</Callout>}
      <p aria-live="polite">{announcement}</p>
      <p className="soft" id={HINT_ID}>
        {copy.endOthersHint}
      </p>
      <CardActions>
        <Button
          kind="danger-outline"
          aria-disabled={isEnding}
          aria-describedby={HINT_ID}
          onClick={() => void endAndSay(copy.endedOthers)}
        >
          {copy.endOthers}
        </Button>
      </CardActions>
    </Card>
  );
}

interface DeviceProps {
  readonly device: SignedInDevice;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function Device({ device, isBusy, onEnd }: DeviceProps) {
  const name = nameOf(device);
  return (
    <Item
      text={
        <>
          <ItemName>
            <bdi>{name}</bdi> {device.isThis && <Badge tone="good">{copy.thisDevice}</Badge>}
          </ItemName>
          <p className="soft">
            {copy.since(day.format(new Date(device.since)))}, {lastUseOf(device)}
          </p>
        </>
      }
    >
      {!device.isThis && (
        <Button isSmall aria-label={copy.endNamed(name)} aria-disabled={isBusy} onClick={onEnd}>
          {copy.end}
        </Button>
      )}
    </Item>
  );
}

const nameOf = ({ browser, system }: SignedInDevice): string =>
  browser !== undefined && system !== undefined
    ? copy.named(browser, system)
    : (browser ?? system ?? copy.unknown);

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const utcDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** The server stores the day of the last use in UTC. */
function lastUseOf({ lastUsed }: SignedInDevice): string {
  if (lastUsed === new Date().toISOString().slice(0, 10)) return copy.today;
  return copy.lastUsed(utcDay.format(new Date(lastUsed)));
}
