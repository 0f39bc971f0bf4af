import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { Switch } from '../../components/field.tsx';
import { keepsChats, setKeepsChats } from '../../lib/kept-chats-storage.ts';
import { accountCopy } from './copy.ts';

const copy = accountCopy.kept;

/** Card with the setting whether chats are kept in this browser. It is changed at once. */
export function KeptChatsSection() {
  const [isOn, setOn] = useState(keepsChats);
  const [status, setStatus] = useState('');
  const change = async (keeps: boolean) => {
    setOn(keeps);
    setStatus('');
    await setKeepsChats(keeps);
    setStatus(keeps ? '' : copy.erased);
  };
  return (
    <Card title={copy.title}>
      <p className="soft">{copy.about}</p>
      <Switch label={copy.label} checked={isOn} onChange={({ target }) => void change(target.checked)} />
      <p role="status" className="soft">
        {status}
      </p>
    </Card>
  );
}
