import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchResult } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { LiveSearch, PAUSE_MS } from './live-search.ts';

const found = (name: string): SearchResult => ({
  chats: [
    { chatId: name, name, createdAt: '2026-01-01T00:00:00.000Z', matchedMessages: [], nameMatches: [] },
  ],
  messages: [],
});

function givenSearch() {
  const asked: { query: string; signal: AbortSignal; answer: PromiseWithResolvers<SearchResult> }[] = [];
  const search = new LiveSearch((query, signal) => {
    const answer = Promise.withResolvers<SearchResult>();
    asked.push({ query, signal, answer });
    return answer.promise;
  });
  const names = () => search.state.get().results?.groups.map(({ chat }) => chat.name);
  const searched = async (query: string, result: SearchResult) => {
    search.type(query);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    asked.at(-1)?.answer.resolve(result);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { search, asked, names, searched };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('searching while typing', () => {
  it('searches when the typing pauses, for the text at that moment', async () => {
    const { search, asked } = givenSearch();
    for (const input of ['h', 'he', 'hello']) search.type(input);
    await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.map(({ query }) => query)).toEqual(['hello']);
  });

  it('asks nothing new where only blanks around the words change', async () => {
    const { search, asked, searched } = givenSearch();
    await searched('hello', found('Hello'));
    search.type(' hello ');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(asked).toHaveLength(1);
    expect(search.state.get().isSearching).toBe(false);
  });

  it('keeps the old results until the new ones are there', async () => {
    const { search, names, searched } = givenSearch();
    await searched('hello', found('Hello'));
    search.type('hello w');
    expect(search.state.get().isSearching).toBe(true);
    expect(names()).toEqual(['Hello']);
  });

  it('ignores an overtaken answer, and aborts its request', async () => {
    const { asked, names, searched, search } = givenSearch();
    search.type('one');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    await searched('two', found('Two'));
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[0]?.answer.resolve(found('One'));
    await vi.advanceTimersByTimeAsync(0);
    expect(names()).toEqual(['Two']);
  });

  it('clears the results of an empty or blank query without a request [S5.search.1]', async () => {
    const { search, asked, names, searched } = givenSearch();
    await searched('hello', found('Hello'));
    search.type('   ');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(names()).toBeUndefined();
    expect(search.state.get().isSearching).toBe(false);
    expect(asked).toHaveLength(1);
  });

  it('clears the results when it fails, logs that without the query, and can be tried again [S8.logged.1]', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { search, asked, names, searched } = givenSearch();
    await searched('hello', found('Hello'));
    search.type('hello secret');
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    asked.at(-1)?.answer.reject(new AppError('internal'));
    await vi.advanceTimersByTimeAsync(0);
    expect(names()).toBeUndefined();
    expect(search.state.get().isSearching).toBe(false);
    expect(log).toHaveBeenCalledExactlyOnceWith('The search failed', 'internal');
    await searched('hello secret', found('Secret'));
    expect(names()).toEqual(['Secret']);
  });
});
