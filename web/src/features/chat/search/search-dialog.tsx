import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react';
import { SEARCH_QUERY_MAX_LENGTH } from '#contract/limits';
import { IconButton } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { isComposing } from '../../../lib/is-composing.ts';
import { useStore } from '../../../lib/observable-store.ts';
import { searchChats } from '../api/search-chats.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { switchChatUnlessCreating } from '../switch-chat-unless-creating.ts';
import { searchCopy } from './copy.ts';
import { keyOfMatch, type Results } from './group-results.ts';
import { LiveSearch } from './live-search.ts';
import styles from './search.module.css';
import { optionId, SearchResults } from './search-results.tsx';

interface SearchDialogProps {
  readonly controller: ChatController;
  readonly email: string;
  readonly onClose: () => void;
}

/** Finds chats and messages as the user types (docs/spec.md 2.6). */
export function SearchDialog({ controller, email, onClose }: SearchDialogProps) {
  const listId = useId();
  const [liveSearch] = useState(() => new LiveSearch((query, signal) => searchChats(email, query, signal)));
  useEffect(() => () => liveSearch.stop(), [liveSearch]);
  const { isSearching, results: found } = useStore(liveSearch.state);
  const { removed } = useStore(controller.list.state);
  const results = found && withoutRemoved(found, removed);
  const keys = keysOf(results);
  const count = keys.length;
  const [active, setActive] = useActive(found, listId, keys);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: active + 1, ArrowUp: active - 1 }[event.key];
    if (isComposing(event.nativeEvent) || count === 0 || (to === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (to === undefined) document.getElementById(optionId(listId, active))?.click();
    else setActive((to + count) % count);
  };
  const onPick = (event: MouseEvent) => switchChatUnlessCreating(controller, event, onClose);
  return (
    <Dialog label={searchCopy.label} className={styles.search} onClose={onClose}>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          maxLength={SEARCH_QUERY_MAX_LENGTH}
          placeholder={searchCopy.placeholder}
          aria-label={searchCopy.placeholder}
          aria-autocomplete="list"
          aria-expanded={count > 0}
          aria-controls={count > 0 ? listId : undefined}
          aria-activedescendant={count > 0 ? optionId(listId, active) : undefined}
          onChange={({ currentTarget }) => liveSearch.type(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton aria-label={searchCopy.close} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <Status isSearching={isSearching} count={results && count} />
      {results && count > 0 && (
        <SearchResults
          listId={listId}
          results={results}
          active={active}
          onPoint={setActive}
          onPick={onPick}
        />
      )}
    </Dialog>
  );
}

function Status({ isSearching, count }: { isSearching: boolean; count: number | undefined }) {
  const isEmpty = !isSearching && count === 0;
  const isSeen = isSearching || isEmpty;
  return (
    <p role="status" className={isSeen ? styles.status : 'visually-hidden'}>
      {isSearching && searchCopy.searching}
      {isEmpty && searchCopy.none}
      {!isSeen && count !== undefined && searchCopy.found(count)}
    </p>
  );
}

/**
 * Returns the position of the chosen result, and a function that chooses another result. When new results arrive, the
 * first result is chosen. When a chat is deleted, the same result stays chosen. If the chosen result was in the deleted
 * chat, the result that takes its position is chosen, or the last result if none follows.
 */
function useActive(results: Results | undefined, listId: string, keys: readonly string[]) {
  const [chosen, setChosen] = useState({ results, at: 0, key: '' });
  const at = chosen.results === results ? keys.indexOf(chosen.key) : 0;
  const active = at < 0 ? Math.min(chosen.at, keys.length - 1) : at;
  useEffect(() => {
    document.getElementById(optionId(listId, active))?.scrollIntoView({ block: 'nearest' });
  }, [listId, active]);
  return [active, (next: number) => setChosen({ results, at: next, key: keys[next] ?? '' })] as const;
}

/** The search index may still contain a chat that was deleted a moment ago. */
function withoutRemoved(results: Results, removed: ReadonlySet<string>): Results {
  return { ...results, groups: results.groups.filter(({ chat }) => !removed.has(chat.chatId)) };
}

const keysOf = (results: Results | undefined): readonly string[] =>
  (results?.groups ?? []).flatMap(({ chat: { chatId }, messages }) => [
    chatId,
    ...messages.map((message) => `${chatId}/${keyOfMatch(message)}`),
  ]);
