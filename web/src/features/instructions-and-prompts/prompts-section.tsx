import { useRef, useState } from 'react';
import type { SavedPrompt } from '#contract/instructions-and-prompts';
import { Badge } from '../../components/badge.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Card, CardActions } from '../../components/card.tsx';
import { Icon } from '../../components/icon.tsx';
import { Item, ItemList, ItemName } from '../../components/item-list.tsx';
import { passFocusToHeading } from '../../components/keep-focus-when-control-disappears.ts';
import { personalCopy } from './copy.ts';
import styles from './instructions-and-prompts.module.css';
import { PromptDialog } from './prompt-dialog.tsx';
import { usePrompts } from './use-prompts.ts';

const copy = personalCopy.prompts;

/** Card of the saved prompts. Users cannot change the operator's prompts. */
export function PromptsSection() {
  const { prompts, isLoading, hasFailed, reload, save, remove, removeFailed } = usePrompts();
  const [edited, setEdited] = useState<SavedPrompt>();
  const [announcement, announce] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const removeAndSay = async (prompt: SavedPrompt) => {
    announce('');
    if (!(await remove(prompt.promptId))) return;
    // The pressed button is gone, so the focus moves to the title.
    title.current?.focus();
    announce(copy.removed(prompt.name));
  };
  return (
    <Card title={copy.title} titleRef={title}>
      <p className="soft">{copy.about}</p>
      {isLoading && <p className="soft">{copy.loading}</p>}
      {hasFailed && (
        <Callout kind="error">
          <p>{copy.failed}</p>
          <Button isSmall ref={passFocusToHeading} onClick={() => void reload()}>
            {personalCopy.retry}
          </Button>
        </Callout>
      )}
      {prompts?.length === 0 && <p className="soft">{copy.none}</p>}
      {prompts && prompts.length > 0 && (
        <ItemList>
          {prompts.map((prompt) => (
            <Prompt
              key={prompt.promptId}
              prompt={prompt}
              onEdit={() => setEdited(prompt)}
              onRemove={() => void removeAndSay(prompt)}
            />
          ))}
        </ItemList>
      )}
      {removeFailed && <Callout kind="error">{copy.removeFailed}</Callout>}
      <p aria-live="polite" className={styles.announcement}>
        {announcement}
      </p>
      <CardActions>
        <Button aria-haspopup="dialog" onClick={() => setEdited(newPrompt())}>
          {copy.add}
        </Button>
      </CardActions>
      {edited && (
        <PromptDialog
          prompt={edited}
          onSave={save}
          onSaved={(name) => announce(copy.saved(name))}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Card>
  );
}

/** Returns an empty prompt that has an id already, so that a repeated save does not store a second prompt. */
const newPrompt = (): SavedPrompt => ({ promptId: crypto.randomUUID(), name: '', text: '' });

interface PromptProps {
  readonly prompt: SavedPrompt;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function Prompt({ prompt: { name, text, isShared }, onEdit, onRemove }: PromptProps) {
  return (
    <Item
      text={
        <>
          <ItemName>{name}</ItemName>
          <p className={styles.text} dir="auto">
            {text}
          </p>
        </>
      }
    >
      {isShared ? (
        <Badge>{copy.shared}</Badge>
      ) : (
        <div className={styles.tools}>
          <IconButton aria-label={copy.edit(name)} aria-haspopup="dialog" onClick={onEdit}>
            <Icon name="pencil" />
          </IconButton>
          <IconButton aria-label={copy.remove(name)} onClick={onRemove}>
            <Icon name="trash" />
          </IconButton>
        </div>
      )}
    </Item>
  );
}
