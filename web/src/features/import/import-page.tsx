import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Callout } from '../../components/callout.tsx';
import { Card, CardActions } from '../../components/card.tsx';
import { ColumnPage } from '../../components/column-page.tsx';
import { passFocusToHeading } from '../../components/keep-focus-when-control-disappears.ts';
import { Link } from '../../components/link.tsx';
import { useFileDrop } from '../../components/use-file-drop.ts';
import { useProductName } from '../../components/use-site-config.ts';
import { useTitle } from '../../components/use-title.ts';
import { importCopy } from './copy.ts';
import styles from './import.module.css';
import { DoneSummary, FoundSummary, LeftOutList } from './import-preview-and-result.tsx';
import { type Done, type ImportState, useImport } from './use-import.ts';

/** Page that imports chats from the export of another product, or of this one (docs/spec.md 2.15). */
export default function ImportPage() {
  useTitle(importCopy.title);
  const product = useProductName() ?? importCopy.title;
  const actions = useImport();
  const { state, choose } = actions;
  return (
    <ColumnPage back={{ to: '/account', label: importCopy.back }} title={importCopy.title}>
      <Card label={importCopy.title}>
        <p>{importCopy.about(product)}</p>
        <p className="soft">{importCopy.private}</p>
        {state.kind === 'idle' && state.unfinished !== undefined && (
          <Callout kind="warn">{importCopy.unfinished(state.unfinished)}</Callout>
        )}
        {state.kind === 'refused' && <Callout kind="error">{importCopy.problems[state.problem]}</Callout>}
        {state.kind === 'unchecked' && (
          <Callout kind="error">
            <p>{importCopy.checkFailed}</p>
            <Button isSmall ref={passFocusToHeading} onClick={actions.again}>
              {importCopy.retry}
            </Button>
          </Callout>
        )}
        {state.kind !== 'importing' && state.kind !== 'looking' && (
          <FileChooser isFirst={state.kind === 'idle'} onChoose={choose} />
        )}
        {state.kind === 'looking' && (
          <Running
            label={state.share < 1 ? importCopy.looking(state.share) : importCopy.checking}
            share={state.share < 1 ? state.share : undefined}
          >
            <Button ref={passFocusToHeading} onClick={actions.cancel}>
              {importCopy.cancel}
            </Button>
          </Running>
        )}
      </Card>
      <Progress {...actions} />
    </ColumnPage>
  );
}

/** Card with the chats found in the file and the progress of their import. */
function Progress({ state, start, pause }: ReturnType<typeof useImport>) {
  const isOffline = state.kind === 'paused' && state.reason === 'offline';
  useEffect(() => {
    if (!isOffline) return;
    const goOn = () => start(state, state.done);
    window.addEventListener('online', goOn);
    return () => window.removeEventListener('online', goOn);
  }, [isOffline, start, state]);
  if (!('look' in state)) return null;
  const { file, look, checked } = state;
  const toDo = look.sizes.filter(({ chatId }) => !checked.there.has(chatId));
  return (
    <Card title={importCopy.found(file.name)}>
      {state.kind === 'found' && <FoundSummary toDo={toDo} checked={checked} />}
      {state.kind === 'found' && toDo.length > 0 && checked.left > 0 && (
        <CardActions>
          <Button kind="primary" ref={passFocusToHeading} onClick={() => start(state)}>
            {importCopy.start}
          </Button>
        </CardActions>
      )}
      {state.kind === 'importing' && (
        <Running
          label={`${progressText(state.done, toDo.length)}${importCopy.running}`}
          share={(importedIn(state.done) + state.done.leaving) / Math.max(1, toDo.length)}
        >
          <Button ref={passFocusToHeading} onClick={pause}>
            {importCopy.pause}
          </Button>
        </Running>
      )}
      {state.kind === 'paused' && (
        <Paused state={state} of={toDo.length} onContinue={() => start(state, state.done)} />
      )}
      {state.kind === 'done' && <DoneSummary done={state.done} />}
      <LeftOutList left={look.left} />
      {state.kind === 'done' && (
        <Link className={styles.link} to="/chat">
          {importCopy.toChats}
        </Link>
      )}
    </Card>
  );
}

const importedIn = ({ chats, restored }: Done): number => chats + restored;

/** Does not count chats of which the server is still removing an earlier copy (`leaving`). */
const progressText = (done: Done, toDo: number): string =>
  importCopy.imported(importedIn(done), toDo - done.leaving);

function Paused(props: {
  readonly state: Extract<ImportState, { kind: 'paused' }>;
  readonly of: number;
  readonly onContinue: () => void;
}) {
  const { state, of, onContinue } = props;
  return (
    <Callout kind={state.reason === 'user' ? undefined : 'warn'}>
      <p role="status">
        {importCopy.paused[state.reason]} {progressText(state.done, of)}.
      </p>
      <Button isSmall ref={passFocusToHeading} onClick={onContinue}>
        {importCopy.resume}
      </Button>
    </Callout>
  );
}

/** Button that chooses the file to import. While the button is shown, the file can also be dropped. */
function FileChooser(props: { readonly isFirst: boolean; readonly onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const choose = ([file]: Iterable<File>) => file && props.onChoose(file);
  useFileDrop({ onDrop: choose });
  return (
    <CardActions>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={importCopy.label}
        accept=".zip,.json,application/zip,application/json"
        onChange={({ target }) => {
          choose(target.files ?? []);
          // Without this reset, choosing the same file again would cause no change event.
          target.value = '';
        }}
      />
      <Button
        ref={passFocusToHeading}
        kind={props.isFirst ? 'primary' : undefined}
        onClick={() => input.current?.click()}
      >
        {props.isFirst ? importCopy.choose : importCopy.other}
      </Button>
    </CardActions>
  );
}

interface RunningProps {
  readonly label: string;
  /** Undefined when it is unknown how much is done. */
  readonly share: number | undefined;
  readonly children: ReactNode;
}

function Running({ label, share, children }: RunningProps) {
  const id = useId();
  return (
    <div className={styles.running}>
      <p id={id} role="status">
        {label}
      </p>
      <progress aria-labelledby={id} value={share} max={1} />
      <CardActions>{children}</CardActions>
    </div>
  );
}
