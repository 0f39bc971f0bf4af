import { useState } from 'react';
import { switchOffSecondFactor } from '#contract/second-factor';
import { callApi } from '../../../lib/api-client.ts';
import { twoStepCopy as texts } from './copy.ts';
import { CodeInput, Form, PasswordInput } from './form-parts.tsx';
import { useSubmission } from './use-submission.ts';

interface SwitchOffProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** Asks for password and code, and switches two-step sign-in off. */
export function SwitchOffForm({ onDone, onCancel }: SwitchOffProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { isBusy, failure, attempt } = useSubmission();
  const submit = async () => {
    const failed = await attempt(async () => {
      await callApi(switchOffSecondFactor, { body: { password, code } });
      onDone();
    });
    if (failed?.field === 'code') setCode('');
  };
  const common = { isBusy, failure };
  return (
    <Form {...common} isDangerous submit={texts.submitOff} onSubmit={() => void submit()} onCancel={onCancel}>
      <PasswordInput {...common} value={password} onChange={setPassword} />
      <CodeInput {...common} value={code} onChange={setCode} />
    </Form>
  );
}
