/**
 * Lock that admits either many shared tasks, such as single writes, or one exclusive task, such as a transaction. Tasks
 * start in the order in which they were given to the lock.
 */

export interface Lock {
  shared<T>(work: () => Promise<T>): Promise<T>;
  exclusive<T>(work: () => Promise<T>): Promise<T>;
}

export function createLock(): Lock {
  const waiting: { readonly alone: boolean; readonly start: () => void }[] = [];
  let sharing = 0;
  let alone = false;

  function startNext(): void {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      if (alone || (next.alone && sharing > 0)) return;
      waiting.shift();
      if (next.alone) alone = true;
      else sharing += 1;
      next.start();
    }
  }

  async function run<T>(wantsAlone: boolean, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      waiting.push({ alone: wantsAlone, start });
      startNext();
    });
    try {
      return await work();
    } finally {
      if (wantsAlone) alone = false;
      else sharing -= 1;
      startNext();
    }
  }

  return { shared: (work) => run(false, work), exclusive: (work) => run(true, work) };
}
