import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchResult } from '#contract/entities';
import { AppError } from '#contract/errors';
import { PAUSE_MS, SearchBox } from './search-box.ts';

const found = (name: string): SearchResult => ({
  chats: [
    { chatId: name, name, createdAt: '2026-01-01T00:00:00.000Z', matchedMessages: [], nameMatches: [] },
  ],
  messages: [],
});

function givenBox() {
  const asked: { query: string; signal: AbortSignal; answer: PromiseWithResolvers<SearchResult> }[] = [];
  const box = new SearchBox((query, signal) => {
    const answer = Promise.withResolvers<SearchResult>();
    asked.push({ query, signal, answer });
    return answer.promise;
  });
  const names = () => box.state.get().results?.groups.map(({ chat }) => chat.name);
  const searched = async (query: string, result: SearchResult) => {
    box.type(query);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    asked.at(-1)?.answer.resolve(result);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { box, asked, names, searched };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('searching while typing', () => {
  it('asks once the typing pauses, for what is there by then', async () => {
    const { box, asked } = givenBox();
    for (const input of ['h', 'he', 'hello']) box.type(input);
    await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.map(({ query }) => query)).toEqual(['hello']);
  });

  it('asks nothing new where only blanks around the words change', async () => {
    const { box, asked, searched } = givenBox();
    await searched('hello', found('Hello'));
    box.type(' hello ');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(asked).toHaveLength(1);
    expect(box.state.get().isSearching).toBe(false);
  });

  it('keeps the old results until the new ones are there', async () => {
    const { box, names, searched } = givenBox();
    await searched('hello', found('Hello'));
    box.type('hello w');
    expect(box.state.get().isSearching).toBe(true);
    expect(names()).toEqual(['Hello']);
  });

  it('ignores an answer that was overtaken, and takes its request back', async () => {
    const { asked, names, searched, box } = givenBox();
    box.type('one');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    await searched('two', found('Two'));
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[0]?.answer.resolve(found('One'));
    await vi.advanceTimersByTimeAsync(0);
    expect(names()).toEqual(['Two']);
  });

  it('clears the results of an empty or blank query without a request [S5.search.1]', async () => {
    const { box, asked, names, searched } = givenBox();
    await searched('hello', found('Hello'));
    box.type('   ');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(names()).toBeUndefined();
    expect(box.state.get().isSearching).toBe(false);
    expect(asked).toHaveLength(1);
  });

  it('clears the results when it fails, logs that without the query, and can be tried again [S8.logged.1]', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { box, asked, names, searched } = givenBox();
    await searched('hello', found('Hello'));
    box.type('hello secret');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    asked.at(-1)?.answer.reject(new AppError('internal'));
    await vi.advanceTimersByTimeAsync(0);
    expect(names()).toBeUndefined();
    expect(box.state.get().isSearching).toBe(false);
    expect(log).toHaveBeenCalledExactlyOnceWith('The search failed', 'internal');
    await searched('hello secret', found('Secret'));
    expect(names()).toEqual(['Secret']);
  });
});
