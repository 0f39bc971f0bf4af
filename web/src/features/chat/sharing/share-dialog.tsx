import { useEffect, useRef, useState } from 'react';
import type { Share, ShareReaders } from '#contract/sharing';
import { Button } from '../../../components/button.tsx';
import { Callout } from '../../../components/callout.tsx';
import { Dialog, DialogBody } from '../../../components/dialog.tsx';
import { passFocusToHeading } from '../../../components/keep-focus-when-control-disappears.ts';
import { Link } from '../../../components/link.tsx';
import { QueryProvider } from '../../../components/query-provider.tsx';
import type { ChatWithPath } from '../dialogs/chat-dialog-state.ts';
import { ReadersChoice } from './choose-readers.tsx';
import { sharingCopy as copy } from './copy.ts';
import { ShareControls } from './share-controls.tsx';
import { useCreateShare, useShares } from './share-hooks.ts';
import { newShareId } from './share-ids-and-addresses.ts';
import styles from './sharing.module.css';

interface ShareDialogProps {
  readonly chat: ChatWithPath;
  readonly onClose: () => void;
}

/** Dialog that shares a chat. If the chat is shared already, shows its links. */
export function ShareDialog({ chat, onClose }: ShareDialogProps) {
  return (
    <Dialog label={copy.title} onClose={onClose}>
      <QueryProvider>
        <Content chat={chat} onClose={onClose} />
      </QueryProvider>
    </Dialog>
  );
}

type Step = 'created' | 'stopped' | 'linkStopped';

function Content({ chat, onClose }: ShareDialogProps) {
  const { shares, isLoading, hasFailed, reload } = useShares();
  const [step, setStep] = useState<Step>();
  const own = shares?.filter(({ chatId }) => chatId === chat.chatId);
  return (
    <>
      {own?.length === 0 && (
        <NewLink
          chat={chat}
          wasShared={step === 'stopped'}
          onCreated={() => setStep('created')}
          onClose={onClose}
        />
      )}
      {own && own.length > 0 && (
        <Links
          {...{ chat, onClose }}
          shares={own}
          isNew={step === 'created'}
          onStopped={() => setStep(own.length > 1 ? 'linkStopped' : 'stopped')}
        />
      )}
      {!own && (
        <DialogBody title={copy.title} actions={<Button onClick={onClose}>{copy.close}</Button>}>
          {isLoading && <p className="soft">{copy.loading}</p>}
          {hasFailed && (
            <Callout kind="error">
              <p>{copy.loadFailed}</p>
              <Button isSmall ref={passFocusToHeading} onClick={() => void reload()}>
                {copy.retry}
              </Button>
            </Callout>
          )}
        </DialogBody>
      )}
      {/* Stays while the content changes, so that screen readers announce the step. The visible text of the step is
          hidden from screen readers. */}
      <p role="status" className="visually-hidden">
        {step !== undefined && copy[step]}
      </p>
    </>
  );
}

const ChatName = ({ chat }: Pick<ShareDialogProps, 'chat'>) => (
  <p className={styles.name} dir="auto">
    {chat.name}
  </p>
);

/**
 * Returns a ref for the title of the content. The title gets the focus if the focused control was removed, together
 * with the previous content or with a link.
 * @param links number of links in the content
 */
function useKeptFocus(links = 0) {
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus can be lost whenever the number of links changes
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus();
  }, [links]);
  return title;
}

interface NewLinkProps extends ShareDialogProps {
  readonly wasShared: boolean;
  readonly onCreated: () => void;
}

function NewLink({ chat, wasShared, onCreated, onClose }: NewLinkProps) {
  const [shareId] = useState(newShareId);
  const [readers, setReaders] = useState<ShareReaders>('members');
  const { isCreating, failure, create } = useCreateShare(onCreated);
  const title = useKeptFocus();
  const { snapshot, isIn, isNotIn, check } = copy.about;
  return (
    <DialogBody
      title={copy.title}
      titleRef={title}
      actions={
        <>
          <Button onClick={onClose}>{copy.close}</Button>
          <Button
            kind="primary"
            aria-disabled={isCreating}
            onClick={() => create({ shareId, chatId: chat.chatId, through: chat.through, readers })}
          >
            {isCreating ? copy.creating : copy.create}
          </Button>
        </>
      }
    >
      <ChatName chat={chat} />
      {wasShared && <p aria-hidden="true">{copy.stopped}</p>}
      <p>{snapshot}</p>
      <ul className={styles.about}>
        <li>{isIn}</li>
        <li>{isNotIn}</li>
        <li>{check}</li>
      </ul>
      <ReadersChoice readers={readers} onChange={setReaders} isDisabled={isCreating} />
      {failure !== undefined && <Callout kind="error">{failure}</Callout>}
    </DialogBody>
  );
}

interface LinksProps extends ShareDialogProps {
  /** More than one if two devices shared the chat at the same time. */
  readonly shares: readonly Share[];
  readonly isNew: boolean;
  readonly onStopped: () => void;
}

function Links({ chat, shares, isNew, onStopped, onClose }: LinksProps) {
  const title = useKeptFocus(shares.length);
  const copyButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNew) copyButton.current?.focus();
  }, [isNew]);
  return (
    <DialogBody
      title={copy.title}
      titleRef={title}
      actions={
        <>
          <Link className={styles.all} to="/shared">
            {copy.all}
          </Link>
          <Button onClick={onClose}>{copy.close}</Button>
        </>
      }
    >
      <ChatName chat={chat} />
      {isNew && <p aria-hidden="true">{copy.created}</p>}
      {shares.map((share, i) => (
        <ShareControls
          key={share.shareId}
          share={share}
          {...(i === 0 && { copyRef: copyButton })}
          onStopped={onStopped}
        />
      ))}
    </DialogBody>
  );
}
