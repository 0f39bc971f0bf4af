import { type SyntheticEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { landingCopy } from './copy.ts';
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
        aria-label={landingCopy.guest.inputLabel}
        placeholder={landingCopy.guest.placeholder}
        value={question}
        onChange={(event) => setQuestion(event.target.value)}
      />
      <button type="submit" className="button">
        {landingCopy.guest.label}
      </button>
    </form>
  );
}
