import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getSecondFactor } from '#contract/second-factor';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Card, CardActions } from '../../../components/card.tsx';
import { passFocusToHeading } from '../../../components/keep-focus-when-control-disappears.ts';
import { QueryProvider } from '../../../components/query-provider.tsx';
import { callApi } from '../../../lib/api-client.ts';
import { logout } from '../../../lib/session/session.ts';
import { twoStepCopy as texts } from './copy.ts';
import { SetupForm } from './setup-form.tsx';
import { SwitchOffForm } from './switch-off-form.tsx';

/** Card that says whether two-step sign-in is on, and switches it on and off. */
export const TwoStepSection = ({ email }: { readonly email: string }) => (
  <QueryProvider>
    <Card title={texts.title}>
      <p className="soft">{texts.about}</p>
      <Setting email={email} />
    </Card>
  </QueryProvider>
);

const setting = {
  queryKey: ['secondFactor'],
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getSecondFactor, { signal }),
};

function Setting({ email }: { readonly email: string }) {
  const client = useQueryClient();
  const { data, isFetching, isError, refetch } = useQuery(setting);
  const [isOpen, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const close = () => setOpen(false);
  const cancel = () => {
    close();
    // The form may have failed because the setting was changed on another device.
    void refetch();
  };

  if (isDone) return <SignedOut />;
  if (!data && isError && !isFetching)
    return (
      <Callout kind="error">
        <p>{texts.loadFailed}</p>
        <Button isSmall ref={passFocusToHeading} onClick={() => void refetch()}>
          {texts.retry}
        </Button>
      </Callout>
    );
  if (!data)
    return (
      <p role="status" className="soft">
        {texts.loading}
      </p>
    );
  const { isOn, isRequired } = data;
  if (isOpen && isOn) {
    const switchedOff = () => {
      client.setQueryData(setting.queryKey, { ...data, isOn: false });
      close();
    };
    return <SwitchOffForm onDone={switchedOff} onCancel={cancel} />;
  }
  if (isOpen) return <SetupForm email={email} onDone={() => setDone(true)} onCancel={cancel} />;
  return (
    <>
      <p role="status">
        {isOn ? texts.isOn : texts.isOff} {isRequired && texts.required}
      </p>
      <CardActions>
        <Button ref={opener} kind={isOn ? 'danger-outline' : 'primary'} onClick={() => setOpen(true)}>
          {isOn ? texts.switchOff : texts.setUp}
        </Button>
      </CardActions>
    </>
  );
}

/**
 * Asks the user to sign in again, because switching two-step sign-in on has revoked the tokens. The button logs out
 * first. Otherwise the cookie of Cognito's hosted page would continue the old sign-in, whose tokens the server refuses.
 */
function SignedOut() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <>
      <p role="status">{texts.done}</p>
      <CardActions>
        <Button ref={button} kind="primary" onClick={() => void logout()}>
          {texts.signIn}
        </Button>
      </CardActions>
    </>
  );
}
