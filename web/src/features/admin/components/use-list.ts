import { useEffect, useMemo } from 'react';

interface Loadable {
  load(): Promise<void>;
}

/** A list that is made anew, and read, whenever what is asked of it changes. `make` depends on `question` alone. */
export function useList<L extends Loadable, Q extends string>(make: (question: Q) => L, question: Q): L {
  const list = useMemo(() => make(question), [make, question]);
  useEffect(() => void list.load(), [list]);
  return list;
}
