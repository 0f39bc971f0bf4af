import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { FileInfo, Project } from '#contract/entities';
import { PROJECT } from '#contract/limits';
import { Button } from '../../../../components/button.tsx';
import { Callout } from '../../../../components/callout.tsx';
import { Dialog, DialogBody } from '../../../../components/dialog.tsx';
import { passFocusToHeading } from '../../../../components/keep-focus-when-control-disappears.ts';
import { useFileDrop } from '../../../../components/use-file-drop.ts';
import { useIsMounted } from '../../../../components/use-is-mounted.ts';
import { commonCopy } from '../../../../lib/common-and-sign-in-copy.ts';
import { formatBytes } from '../../../../lib/format-bytes.ts';
import { useStore } from '../../../../lib/observable-store.ts';
import { getFileLimits } from '../../api/files.ts';
import styles from '../../files/draft-and-project-files.module.css';
import { FileAnnouncer } from '../../files/file-announcer.tsx';
import { FileChip } from '../../files/file-chip.tsx';
import { ACCEPT } from '../../files/offered-extensions.ts';
import type { DraftFile } from '../../files/state/draft-files.ts';
import type { Projects } from '../../state/chats/projects.ts';
import { projectFilesCopy as copy } from './copy.ts';
import { type ProjectFiles, projectFilesOf } from './project-files.ts';

const percent = new Intl.NumberFormat('en', { style: 'percent' });

interface FilesDialogProps {
  readonly projects: Projects;
  readonly project: Project;
  readonly onClose: () => void;
}

/**
 * Dialog with the files of a project. It has no Save button: adding and removing a file take effect immediately.
 * Uploads continue when the dialog is closed.
 */
export function FilesDialog({ projects, project, onClose }: FilesDialogProps) {
  const { projectId, name } = project;
  const model = projectFilesOf(projects, projectId);
  const { files: stored, hasFailed } = useStore(model.stored);
  const { files: adding, notices, isChecking } = useStore(model.draft.state);
  const limits = useLimits();
  const [toRemove, setToRemove] = useState<FileInfo>();
  const [announcement, announce] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when the dialog opens
  useEffect(() => void model.read(), []);
  const shown = [
    ...(stored ?? []).map(asStored),
    ...adding.filter(({ fileId }) => !stored?.some((file) => file.fileId === fileId)),
  ];
  const focusAt = (at: number) =>
    requestAnimationFrame(() => {
      const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [])];
      (buttons[at] ?? buttons.at(-1) ?? addButton.current)?.focus();
    });
  const remove = (file: DraftFile, at: number) => {
    const kept = stored?.find(({ fileId }) => fileId === file.fileId);
    if (kept) return setToRemove(kept);
    void model.cancel(file.fileId);
    focusAt(at);
  };
  if (toRemove) {
    const at = shown.findIndex(({ fileId }) => fileId === toRemove.fileId);
    return (
      <RemovalDialog
        file={toRemove}
        model={model}
        onRemoved={() => {
          announce(copy.removed(toRemove.name));
          // The user may have closed the removal dialog before the server answered. The focus then went back to the
          // file's row, and the browser drops the focus when this row disappears.
          requestAnimationFrame(() => document.activeElement === document.body && focusAt(at));
        }}
        onClose={() => {
          setToRemove(undefined);
          focusAt(at);
        }}
      />
    );
  }
  const title = copy.title(name);
  const isFull = shown.length >= PROJECT.filesMax;
  return (
    <Dialog label={title} onClose={onClose}>
      <DialogBody title={title} actions={<Button onClick={onClose}>{copy.close}</Button>}>
        <p className="soft">
          {copy.about} {copy.limits(limits && formatBytes(limits.maxBytes))}
        </p>
        {notices.length > 0 && <Callout kind="error">{[...new Set(notices)].join(' ')}</Callout>}
        {hasFailed && (
          <Callout kind="error">
            {copy.failed}{' '}
            <Button ref={passFocusToHeading} onClick={() => void model.read()}>
              {commonCopy.retry}
            </Button>
          </Callout>
        )}
        {stored === undefined && !hasFailed && <p role="status">{copy.loading}</p>}
        {shown.length > 0 && (
          // biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers
          <ul ref={list} role="list" className={styles.inProject} aria-label={copy.list}>
            {shown.map((file, at) => (
              <FileChip
                key={file.fileId}
                file={file}
                onRemove={() => remove(file, at)}
                onRetry={() => {
                  void model.retry(file.fileId);
                  // Retry disappears while it has the focus. It passes the focus to the message input, but the input is
                  // behind the dialog and cannot take the focus.
                  focusAt(at);
                }}
              />
            ))}
          </ul>
        )}
        {stored !== undefined && shown.length === 0 && <p className={styles.noneInProject}>{copy.none}</p>}
        {stored !== undefined && (
          <AddButton buttonRef={addButton} isFull={isFull} isChecking={isChecking} model={model} />
        )}
        {isFull && <p className="soft">{copy.full}</p>}
        <TokenShare files={stored} maxTokens={limits?.tokensPerMessage} />
        <FileAnnouncer files={shown} />
        <p role="status" className="visually-hidden">
          {announcement}
        </p>
      </DialogBody>
    </Dialog>
  );
}

const asStored = ({ fileId, name, kind, bytes }: FileInfo): DraftFile => ({
  ...{ fileId, name, kind, bytes },
  ...{ phase: 'ready', share: 1 },
});

interface AddButtonProps {
  readonly buttonRef: RefObject<HTMLButtonElement | null>;
  readonly isFull: boolean;
  readonly isChecking: boolean;
  readonly model: ProjectFiles;
}

/** Button that adds files to the project. While the button is shown and enabled, files can also be dropped. */
function AddButton({ buttonRef, isFull, isChecking, model }: AddButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const isDisabled = isFull || isChecking;
  useFileDrop({ canTake: () => !isDisabled, onDrop: (files) => void model.add(files) });
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void model.add([...(target.files ?? [])]);
    // Without this, choosing the same file again would cause no change event.
    target.value = '';
  };
  return (
    <div>
      <Button
        ref={buttonRef}
        kind="primary"
        aria-disabled={isDisabled}
        onClick={() => {
          if (!isDisabled) input.current?.click();
        }}
      >
        {copy.add}
      </Button>
      <input ref={input} type="file" multiple hidden accept={ACCEPT} data-project-files onChange={onChange} />
    </div>
  );
}

/** Shows the tokens of the project's files as a percentage of `maxTokens`, the plan's limit for one message's files. */
function TokenShare({
  files = [],
  maxTokens,
}: {
  readonly files?: readonly FileInfo[] | undefined;
  readonly maxTokens: number | undefined;
}) {
  const tokens = files.reduce((sum, file) => sum + (file.tokens ?? 0), 0);
  if (tokens === 0 || maxTokens === undefined) return null;
  return (
    <p className="soft">{copy.share(percent.format(Math.min(1, Math.max(0.01, tokens / maxTokens))))}</p>
  );
}

interface RemovalDialogProps {
  readonly file: FileInfo;
  readonly model: ProjectFiles;
  readonly onRemoved: () => void;
  readonly onClose: () => void;
}

function RemovalDialog({ file, model, onRemoved, onClose }: RemovalDialogProps) {
  const [isRemoving, setRemoving] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const isMounted = useIsMounted();
  const { removal } = copy;
  const remove = async () => {
    if (isRemoving) return;
    setRemoving(true);
    setFailed(false);
    try {
      await model.remove(file.fileId);
      onRemoved();
      if (isMounted.current) onClose();
    } catch {
      setRemoving(false);
      setFailed(true);
    }
  };
  const actions = (
    <>
      <Button onClick={onClose}>{copy.cancel}</Button>
      <Button kind="danger" aria-disabled={isRemoving} onClick={() => void remove()}>
        {removal.confirm}
      </Button>
    </>
  );
  return (
    <Dialog label={removal.title} role="alertdialog" onClose={onClose}>
      <DialogBody title={removal.title} actions={actions}>
        <p className={styles.asked} dir="auto">
          {removal.about(file.name)}
        </p>
        {hasFailed && <Callout kind="error">{removal.failed}</Callout>}
      </DialogBody>
    </Dialog>
  );
}

/**
 * Returns undefined until the limits are read, if the call fails, and if the plan allows no files. The server checks
 * the limits in any case.
 */
function useLimits() {
  const [limits, setLimits] = useState<Awaited<ReturnType<typeof getFileLimits>>['limits']>();
  useEffect(() => {
    getFileLimits().then(
      (read) => setLimits(read.limits),
      () => undefined,
    );
  }, []);
  return limits;
}
