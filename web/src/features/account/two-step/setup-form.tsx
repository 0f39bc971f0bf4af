import { useState } from 'react';
import { setUpSecondFactor, switchOnSecondFactor } from '#contract/second-factor';
import { OnDemand } from '../../../components/load-on-demand-or-when-idle.tsx';
import { useProductName } from '../../../components/use-site-config.ts';
import { callApi } from '../../../lib/api-client.ts';
import { twoStepCopy as texts } from './copy.ts';
import { CodeInput, Form, PasswordInput } from './form-parts.tsx';
import { otpauthUri } from './otpauth-uri.ts';
import styles from './two-step.module.css';
import { useSubmission } from './use-submission.ts';

interface SetupProps {
  readonly email: string;
  /** Called once two-step sign-in is on. The server has then ended all sign-ins of the user. */
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Asks for the password. Then shows the key for an authenticator app, and asks for the app's first code. */
export function SetupForm({ email, onDone, onCancel }: SetupProps) {
  const [password, setPassword] = useState('');
  const [secret, setSecret] = useState<string>();
  const [code, setCode] = useState('');
  const { isBusy, failure, attempt } = useSubmission();

  const begin = () =>
    attempt(async () => {
      const answer = await callApi(setUpSecondFactor, { body: { password } });
      setSecret(answer.secret);
    });
  const finish = async () => {
    const failed = await attempt(async () => {
      await callApi(switchOnSecondFactor, { body: { password, code } });
      onDone();
    });
    if (failed?.field === 'code') setCode('');
    // The password was changed meanwhile, or Cognito no longer waits for a code of this key. The user needs a new key.
    else if (failed?.field === 'password' || failed?.code === 'second_factor_setup_over')
      setSecret(undefined);
  };

  const common = { isBusy, failure, onCancel };
  if (secret === undefined)
    return (
      <Form key="password" {...common} submit={texts.next} onSubmit={() => void begin()}>
        <PasswordInput value={password} onChange={setPassword} failure={failure} isBusy={isBusy} />
      </Form>
    );
  return (
    <Form key="code" {...common} submit={texts.finish} onSubmit={() => void finish()}>
      <Key email={email} secret={secret} />
      <CodeInput value={code} onChange={setCode} failure={failure} isBusy={isBusy} />
      <p className="soft">
        {texts.finishHint} {texts.lost}
      </p>
    </Form>
  );
}

const loadQrCode = async () => (await import('./qr-code.tsx')).QrCode;

function Key({ email, secret }: { readonly email: string; readonly secret: string }) {
  const product = useProductName();
  if (product === undefined) return null;
  const uri = otpauthUri({ product, email, secret });
  return (
    <>
      {/* Takes the focus when the form appears. Focusing the input below would scroll the key out of view. */}
      <p data-focus tabIndex={-1}>
        {texts.scan}
      </p>
      <div className={styles.place}>
        <OnDemand load={loadQrCode}>{(QrCode) => <QrCode text={uri} label={texts.qrCode} />}</OnDemand>
      </div>
      <p>
        {texts.key}: <span className={styles.key}>{inGroups(secret)}</span>
      </p>
      <p>
        <a href={uri}>{texts.openApp}</a>
      </p>
    </>
  );
}

/** Returns a key in groups of four characters, for people who type it. */
export const inGroups = (secret: string): string => (secret.match(/.{1,4}/g) ?? []).join(' ');
