import { type SyntheticEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { guestEntryTexts } from '../lib/guest-entry-texts.ts';
import './guest-entry.css';

/** Leads to the guest chat, which sends what was asked here (docs/spec.md 2.8). */
export function GuestEntry() {
  const [question, setQuestion] = useState('');
  const navigate = useNavigate();
  const enter = (event: SyntheticEvent) => {
    event.preventDefault();
    const prefill = question.trim();
    void navigate('/guest', prefill === '' ? {} : { state: { prefill } });
  };
  return (
    <form className="guest-entry" onSubmit={enter}>
      <input
        type="text"
        dir="auto"
        autoComplete="off"
        enterKeyHint="go"
        aria-label={guestEntryTexts.inputLabel}
        placeholder={guestEntryTexts.placeholder}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <button type="submit" className="button">
        {guestEntryTexts.label}
      </button>
    </form>
  );
}
