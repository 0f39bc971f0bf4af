import { type FocusEvent, useId, useState } from 'react';
import type { Project } from '#contract/entities';
import { Button, IconButton } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { Icon } from '../../../components/icon.tsx';
import { LineIcon } from '../../../components/line-icon.tsx';
import { useStore } from '../../../lib/observable-store.ts';
import { chatDialogState } from '../dialogs/chat-dialog-state.ts';
import { keepFocus, moveFocus } from '../sidebar/row-focus.ts';
import type { ChatController } from '../state/chats/chat-screen-controller.ts';
import { projectsCopy as copy } from './copy.ts';
import { ProjectChats } from './project-chats.tsx';
import { ProjectMenu } from './project-menu.tsx';
import styles from './projects.module.css';

/** Number of projects shown until the user asks for all. It is small, so that the chats below need no long scroll. */
const SHOWN_FIRST = 5;
const PLUS = 'M12 5v14M5 12h14';
const CHEVRON = 'M9 6l6 6-6 6';

export function ProjectsSection({ controller }: { readonly controller: ChatController }) {
  const projects = useStore(controller.list.projects.state);
  const [isAll, setAll] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [focused, setFocused] = useState<string>();
  const shown = isAll ? projects : projects.slice(0, SHOWN_FIRST);
  const stop = shown.find(({ projectId }) => projectId === focused) ?? shown[0];
  const toggle = (projectId: string, isOpen = !opened.has(projectId)) =>
    setOpened((before) => {
      const after = new Set(before);
      if (isOpen) after.add(projectId);
      else after.delete(projectId);
      return after;
    });
  const onFocus = ({ target }: FocusEvent) =>
    setFocused(target.closest<HTMLElement>('[data-project]')?.dataset.project ?? focused);
  return (
    <>
      <div className={styles.head}>
        <h2>{copy.label}</h2>
        <IconButton aria-label={copy.add} onClick={() => chatDialogState.set({ kind: 'project' })}>
          <LineIcon name="plus" path={PLUS} size={18} />
        </IconButton>
      </div>
      {projects.length > 0 && (
        <ul aria-label={copy.label} onKeyDown={moveFocus} onFocus={onFocus}>
          {shown.map((project) => (
            <ProjectRow
              key={project.projectId}
              project={project}
              controller={controller}
              isOpen={opened.has(project.projectId)}
              isTabStop={project === stop}
              onToggle={(isOpen) => toggle(project.projectId, isOpen)}
            />
          ))}
        </ul>
      )}
      {projects.length > SHOWN_FIRST && (
        <Button
          kind="plain"
          className={styles.all}
          aria-expanded={isAll}
          data-all-projects
          onClick={() => setAll(!isAll)}
        >
          {isAll ? copy.showFewer : copy.showAll(projects.length)}
        </Button>
      )}
    </>
  );
}

interface ProjectRowProps {
  readonly project: Project;
  readonly controller: ChatController;
  readonly isOpen: boolean;
  /** True for the one project that the Tab key reaches. Arrow keys reach the others. */
  readonly isTabStop: boolean;
  readonly onToggle: (isOpen?: boolean) => void;
}

function ProjectRow({ project, controller, isOpen, isTabStop, onToggle }: ProjectRowProps) {
  const { projectId, name, emoji, color } = project;
  const id = useId();
  const [hasMenu, setMenu] = useState(false);
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <li ref={keepFocus} className={styles.item} data-project={projectId}>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.project}
          data-row
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-chats` : undefined}
          tabIndex={tabIndex}
          onClick={() => onToggle()}
        >
          <span className={classNames(styles.chevron, isOpen && styles.turned)}>
            <LineIcon name="chevron" path={CHEVRON} size={16} />
          </span>
          <span className={styles.mark} data-color={color} aria-hidden="true">
            {emoji}
          </span>
          <span className={styles.name} dir="auto">
            {name}
          </span>
        </button>
        <IconButton
          id={`${id}-menu`}
          className={styles.options}
          tabIndex={tabIndex}
          aria-label={copy.options(name)}
          aria-haspopup="menu"
          aria-expanded={hasMenu}
          onClick={() => setMenu(!hasMenu)}
        >
          <Icon name="more" />
        </IconButton>
        {hasMenu && (
          <ProjectMenu
            project={project}
            buttonId={`${id}-menu`}
            controller={controller}
            onNewChat={() => onToggle(true)}
            onClose={() => setMenu(false)}
          />
        )}
      </div>
      {isOpen && <ProjectChats id={`${id}-chats`} project={project} controller={controller} />}
    </li>
  );
}
