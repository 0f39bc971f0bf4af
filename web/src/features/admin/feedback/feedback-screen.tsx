import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FeedbackDetails } from '#contract/admin';
import { Button } from '../../../components/button.tsx';
import { Cell, Table } from '../../../components/table.tsx';
import type { Viewer } from '../../../lib/session/session-state.ts';
import { modelName } from '../../chat/model-choice/names-of-preconfigured-models.ts';
import { namesOptions } from '../../usage/api/usage-queries.ts';
import styles from '../admin.module.css';
import { useFeedback } from '../api/feedback.ts';
import { PagedListSection } from '../components/paged-list-section.tsx';
import { ScreenHeader } from '../components/screen-header.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { adminCopy } from '../copy.ts';
import { ConversationDialog } from './conversation-dialog.tsx';

const words = adminCopy.feedback;

/** Feedback tab: what users said about replies that they disliked. */
export function FeedbackScreen({ viewer }: { readonly viewer: Viewer }) {
  const list = useFeedback();
  const { data: names } = useQuery(namesOptions(viewer.email));
  const nameOf = (model: string) => names?.get(model)?.displayName ?? modelName(model);
  const [opened, setOpened] = useState<string>();
  return (
    <>
      <ScreenHeader title={words.title}>
        <Button onClick={() => void list.reload()}>{adminCopy.refresh}</Button>
      </ScreenHeader>
      <p className="soft">{words.explained}</p>
      <PagedListSection list={list} label={words.title} empty={words.empty}>
        <Table kind="records" columns={[words.reason, words.model, words.when, words.conversation]}>
          <tbody>
            {list.rows.map((feedback) => (
              <Row
                key={feedback.id}
                feedback={feedback}
                nameOf={nameOf}
                onOpen={() => setOpened(feedback.id)}
              />
            ))}
          </tbody>
        </Table>
      </PagedListSection>
      {opened !== undefined && <ConversationDialog id={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

interface RowProps {
  readonly feedback: FeedbackDetails;
  readonly nameOf: (model: string) => string;
  readonly onOpen: () => void;
}

function Row({ feedback: { at, model, reason, text, hasConversation }, nameOf, onOpen }: RowProps) {
  return (
    <tr>
      <th scope="row">
        {describe(reason)}
        {text !== undefined && (
          <div className={styles.small} dir="auto">
            {text}
          </div>
        )}
      </th>
      <Cell label={words.model} isEmpty={model === undefined}>
        <bdi>{model === undefined ? adminCopy.none : nameOf(model)}</bdi>
      </Cell>
      <Cell label={words.when}>
        <Timestamp at={at} withTime />
      </Cell>
      <Cell label={words.conversation} isEmpty={!hasConversation}>
        {hasConversation ? (
          <Button isSmall onClick={onOpen}>
            {words.read}
          </Button>
        ) : (
          adminCopy.none
        )}
      </Cell>
    </tr>
  );
}

const known: Readonly<Record<string, string>> = words.reasons;

const describe = (reason: string | undefined): string =>
  reason === undefined ? words.noReason : Object.hasOwn(known, reason) ? (known[reason] ?? reason) : reason;
