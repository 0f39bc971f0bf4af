import type { MouseEvent } from 'react';
import type { MatchedFile, MatchedMessage } from '#contract/entities';
import { classNames } from '../../../components/class-names.ts';
import { Link } from '../../../components/link.tsx';
import { useProductName } from '../../../components/use-site-config.ts';
import { formatDateTime } from '../../../lib/format-date.ts';
import { searchCopy } from './copy.ts';
import { keyOfMatch, type ResultGroup, type Results } from './group-results.ts';
import styles from './search.module.css';
import { type Piece, snippetOf, splitAtMatches } from './snippets.ts';

interface SearchResultsProps {
  readonly listId: string;
  readonly results: Results;
  /** Position of the highlighted result among all chats and matches of the list, from 0. */
  readonly active: number;
  readonly onPoint: (at: number) => void;
  readonly onPick: (event: MouseEvent) => void;
}

export const optionId = (listId: string, at: number): string => `${listId}-${at}`;

export function SearchResults({ listId, results, active, onPoint, onPick }: SearchResultsProps) {
  let next = 0;
  const groups = results.groups.map((group) => {
    const first = next;
    next += 1 + group.messages.length;
    return { group, first };
  });
  const option = (at: number) => ({
    id: optionId(listId, at),
    'aria-selected': at === active,
    onPointerMove: () => at !== active && onPoint(at),
    onClick: onPick,
  });
  return (
    <div className={styles.results}>
      <div id={listId} role="listbox" aria-label={searchCopy.results}>
        {groups.map(({ group, first }) => (
          <Group key={group.chat.chatId} group={group} first={first} option={option} />
        ))}
      </div>
      {results.hasMore && <p className={classNames(styles.more, 'soft')}>{searchCopy.onlyNewest}</p>}
    </div>
  );
}

interface GroupProps {
  readonly group: ResultGroup;
  readonly first: number;
  readonly option: (at: number) => OptionProps;
}

interface OptionProps {
  readonly id: string;
  readonly 'aria-selected': boolean;
  readonly onPointerMove: () => unknown;
  readonly onClick: (event: MouseEvent) => void;
}

function Group({ group: { chat, messages }, first, option }: GroupProps) {
  const address = `/chat/${chat.chatId}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group of options in a listbox
    <div role="group" aria-label={chat.name}>
      <Link to={address} role="option" tabIndex={-1} className={styles.option} {...option(first)}>
        <bdi className={styles.name}>
          <Pieces of={splitAtMatches(chat.name, chat.nameMatches)} />
        </bdi>
        <time className={styles.time} dateTime={chat.createdAt}>
          {formatDateTime(chat.createdAt)}
          {chat.archivedAt !== undefined && ` · ${searchCopy.archived}`}
        </time>
      </Link>
      {messages.map((message, i) => (
        <Link
          key={keyOfMatch(message)}
          to={`${address}#m${message.messageId}`}
          role="option"
          tabIndex={-1}
          className={classNames(styles.option, styles.message)}
          {...option(first + 1 + i)}
        >
          <Snippet message={message} />
        </Link>
      ))}
    </div>
  );
}

function Snippet({ message }: { readonly message: MatchedMessage }) {
  const productName = useProductName();
  return (
    <>
      <span className={styles.author}>
        {message.file ? (
          <FilePlace file={message.file} />
        ) : message.role === 'user' ? (
          searchCopy.you
        ) : (
          productName
        )}
        {': '}
      </span>
      <bdi>
        <Pieces of={snippetOf(message)} />
      </bdi>
      {message.file?.isPartial && <span className={styles.note}>{searchCopy.onlyBeginning}</span>}
    </>
  );
}

/** `bdi` keeps a right-to-left name from reordering the other words. */
function FilePlace({ file: { name, page, sheet } }: { readonly file: MatchedFile }) {
  return (
    <>
      {searchCopy.inFile} <bdi className={styles.file}>{name}</bdi>
      {page !== undefined && searchCopy.page(page)}
      {sheet !== undefined && (
        <>
          {searchCopy.sheet} <bdi>{sheet}</bdi>
        </>
      )}
    </>
  );
}

function Pieces({ of: pieces }: { readonly of: readonly Piece[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change their order
  return pieces.map(({ text, isMatch }, i) => (isMatch ? <mark key={i}>{text}</mark> : text));
}
