import { useState } from 'react';
import { Card } from '../../components/card.tsx';
import { keepsChats, setKeepsChats } from '../../lib/kept-chats.ts';
import styles from './account.module.css';
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
      <label className={styles.switch}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => void change(target.checked)} />
        {copy.label}
      </label>
      <p role="status" className="soft">
        {status}
      </p>
    </Card>
  );
}
