import { useCallback, useEffect, useState } from 'react';
import { getPrompts, type SavedPrompt } from '#contract/instructions-and-prompts';
import { callApi } from '../../../lib/api-client.ts';

/** Prompts of the last read, by the user's e-mail address, shown until the next read has succeeded. */
const known = new Map<string, readonly SavedPrompt[]>();

interface SavedPrompts {
  /** Undefined until a read for this user has succeeded. */
  readonly prompts: readonly SavedPrompt[] | undefined;
  readonly hasFailed: boolean;
  readonly reload: () => void;
}

export function useSavedPrompts(email: string): SavedPrompts {
  const [prompts, setPrompts] = useState(known.get(email));
  const [hasFailed, setFailed] = useState(false);
  const [attempts, setAttempts] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reload` changes `attempts` to read again
  useEffect(() => {
    const reading = new AbortController();
    const { signal } = reading;
    setFailed(false);
    callApi(getPrompts, { query: {}, signal }).then(
      (answer) => {
        known.set(email, answer.prompts);
        if (!signal.aborted) setPrompts(answer.prompts);
      },
      () => !signal.aborted && setFailed(true),
    );
    return () => reading.abort();
  }, [email, attempts]);
  return { prompts, hasFailed, reload: useCallback(() => setAttempts((n) => n + 1), []) };
}
