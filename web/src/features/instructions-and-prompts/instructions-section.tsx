import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { getInstructions, type Instructions, setInstructions } from '#contract/instructions-and-prompts';
import { INSTRUCTIONS_MAX_LENGTH } from '#contract/limits';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Card } from '../../components/card.tsx';
import { passFocusToHeading } from '../../components/keep-focus-when-control-disappears.ts';
import { Switch, TextArea } from '../../components/text-fields-and-switch.tsx';
import { callApi } from '../../lib/api-client.ts';
import { personalCopy } from './copy.ts';
import styles from './instructions-and-prompts.module.css';

const copy = personalCopy.instructions;
const KEY = ['instructions'];

export function InstructionsSection() {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => callApi(getInstructions, { query: {} }),
  });
  return (
    <Card title={copy.title}>
      <p className="soft">{copy.about}</p>
      {data && <Form stored={data} />}
      {!data && isFetching && <p className="soft">{copy.loading}</p>}
      {!data && isError && !isFetching && (
        <Callout kind="error">
          <p>{copy.failed}</p>
          <Button isSmall ref={passFocusToHeading} onClick={() => void refetch()}>
            {personalCopy.retry}
          </Button>
        </Callout>
      )}
    </Card>
  );
}

function Form({ stored }: { readonly stored: Instructions }) {
  const client = useQueryClient();
  const [{ text, isOn }, setDraft] = useState(stored);
  const saving = useMutation({
    mutationFn: (body: Instructions) => callApi(setInstructions, { body }),
    onSuccess: (saved) => client.setQueryData(KEY, saved),
  });
  const left = INSTRUCTIONS_MAX_LENGTH - text.trim().length;
  const isSaved = saving.isSuccess && saving.variables.text === text && saving.variables.isOn === isOn;
  const change = (part: Partial<Instructions>) => {
    // Does not reset a running save. After a reset, the user could start a second save before the first save ends. If
    // the server stored the first save last, the newer text would be lost.
    if (!saving.isPending) saving.reset();
    setDraft({ text, isOn, ...part });
  };
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    if (left >= 0 && !saving.isPending) saving.mutate({ text, isOn });
  };
  return (
    <form className={styles.form} noValidate aria-busy={saving.isPending} onSubmit={save}>
      <TextArea
        label={copy.label}
        placeholder={copy.placeholder}
        dir="auto"
        rows={6}
        value={text}
        {...(left < 0 ? { error: personalCopy.tooLong(-left) } : { hint: personalCopy.left(left) })}
        onChange={({ target }) => change({ text: target.value })}
      />
      <Switch label={copy.isOn} checked={isOn} onChange={({ target }) => change({ isOn: target.checked })} />
      {saving.isError && <Callout kind="error">{copy.saveFailed}</Callout>}
      <div className={styles.action}>
        <Button type="submit" kind="primary" aria-disabled={saving.isPending || left < 0}>
          {saving.isPending ? copy.saving : copy.save}
        </Button>
        <span role="status" className="soft">
          {isSaved && (saving.data.isOn ? copy.saved : copy.savedOff)}
        </span>
      </div>
    </form>
  );
}
