import type { FileInfo } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { PROJECT } from '#contract/limits';
import * as calls from '#contract/project-files';
import { callApi } from '../../../../lib/api-client.ts';
import { createStore, type ReadStore } from '../../../../lib/observable-store.ts';
import { registerFile } from '../../api/files.ts';
import type { DraftFile, DraftState } from '../../files/state/draft-files.ts';
import type { FileUploader, TrayDraft } from '../../files/state/file-uploader.ts';
import type { Projects } from '../../state/chats/projects.ts';
import { projectsCopy } from '../copy.ts';
import { projectFilesCopy as copy } from './copy.ts';

interface StoredFiles {
  readonly files?: readonly FileInfo[];
  readonly hasFailed?: boolean;
}

/**
 * Files of one project. The object outlives the dialog that shows the files, so that an upload continues when the
 * dialog is closed. Registering an uploaded file and adding it to the project are one step: a retry repeats both.
 */
export class ProjectFiles {
  readonly stored: ReadStore<StoredFiles>;
  readonly draft: TrayDraft;
  readonly #stored = createStore<StoredFiles>({});
  readonly #adding: FilesBeingAdded;
  readonly #projects: Projects;
  readonly #projectId: string;
  #tray: Promise<FileUploader> | undefined;
  #calls: Promise<unknown> = Promise.resolve();

  constructor(projects: Projects, projectId: string) {
    this.#projects = projects;
    this.#projectId = projectId;
    this.stored = this.#stored;
    this.#adding = new FilesBeingAdded();
    this.draft = this.#adding;
  }

  async read(): Promise<void> {
    this.#stored.set({ ...this.#stored.get(), hasFailed: false });
    try {
      await this.#inOrder(() =>
        callApi(calls.getProjectFiles, { params: { projectId: this.#projectId }, query: {} }),
      );
    } catch {
      this.#stored.set({ ...this.#stored.get(), hasFailed: true });
    }
  }

  async add(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    const room = PROJECT.filesMax - (this.#stored.get().files?.length ?? 0) - this.#adding.count;
    const accepted = files.slice(0, Math.max(0, room));
    this.draft.update({ isChecking: true, notices: [] });
    try {
      await (await this.#trayOfProject()).add(this.draft, accepted);
    } catch (error) {
      console.warn('Files could not be added to a project', error);
      this.draft.update({ isChecking: false, notices: [copy.unavailable] });
    }
    const left = files.length - accepted.length;
    if (left > 0) this.draft.update({ notices: [...this.draft.state.get().notices, copy.tooMany(left)] });
  }

  async retry(fileId: string): Promise<void> {
    (await this.#trayOfProject()).retry(this.draft, fileId);
  }

  /**
   * Cancels the upload of a file. If a call that registers the file was sent, waits for its answer and then removes the
   * file from the server.
   */
  async cancel(fileId: string): Promise<void> {
    const { phase } = this.draft.find(fileId) ?? {};
    this.#adding.remove(fileId);
    await (await this.#trayOfProject()).discard(fileId, phase).catch(() => undefined);
    // The answer to `addProjectFile` may have put the file into the shown list before the server removed the file. So
    // the list is read again.
    await this.read();
  }

  /** @throws as `callApi` */
  remove(fileId: string): Promise<void> {
    return this.#inOrder(() =>
      callApi(calls.removeProjectFile, { params: { projectId: this.#projectId, fileId } }),
    );
  }

  /** Makes the calls one after the other, so that a late answer cannot replace a newer list by an older one. */
  #inOrder(call: () => Promise<{ readonly files: readonly FileInfo[] }>): Promise<void> {
    const done = this.#calls.then(async () => {
      const { files } = await call();
      this.#stored.set({ files });
    });
    this.#calls = done.catch(() => undefined);
    return done;
  }

  #trayOfProject(): Promise<FileUploader> {
    this.#tray ??= this.#createTray().catch((error: unknown) => {
      this.#tray = undefined;
      throw error;
    });
    return this.#tray;
  }

  async #createTray(): Promise<FileUploader> {
    const { pagePorts, trayWith } = await import('../../files/file-uploader-of-page.ts');
    const ports = await pagePorts();
    return trayWith({
      ...ports,
      readLimits: async () => {
        const limits = await ports.readLimits();
        return limits && { ...limits, perMessage: PROJECT.filesMax };
      },
      register: async (fileId, name) => {
        const registered = await registerFile(fileId, name);
        await this.#inOrder(() =>
          callApi(calls.addProjectFile, { params: { projectId: this.#projectId, fileId }, body: {} }),
        ).catch(explainDeletion);
        const project = this.#projects.find(this.#projectId);
        // `hasInstructions` is also true for a project with files but no instructions.
        if (project) this.#projects.put({ ...project, hasInstructions: true });
        return registered;
      },
    });
  }
}

/** @throws AppError that tells the user of the project's deletion elsewhere; `error` itself for any other failure */
function explainDeletion(error: unknown): never {
  if (!(error instanceof AppError && error.code === 'project_not_found')) throw error;
  throw new AppError(error.code, { message: projectsCopy.deletedElsewhere, cause: error });
}

class FilesBeingAdded implements TrayDraft {
  readonly #store = createStore<DraftState>({ files: [], notices: [], isChecking: false });
  readonly state: ReadStore<DraftState> = this.#store;

  get count(): number {
    return this.#store.get().files.length;
  }

  find(fileId: string): DraftFile | undefined {
    return this.#store.get().files.find((file) => file.fileId === fileId);
  }

  update(change: Partial<DraftState>): void {
    this.#store.set({ ...this.#store.get(), ...change });
  }

  change(fileId: string, change: Partial<DraftFile>): void {
    if (change.phase === 'ready') this.remove(fileId);
    else
      this.update({
        files: this.#store
          .get()
          .files.map((file) => (file.fileId === fileId ? { ...file, ...change } : file)),
      });
  }

  remove(fileId: string): void {
    this.update({ files: this.#store.get().files.filter((file) => file.fileId !== fileId) });
  }
}

const filesOf = new WeakMap<Projects, Map<string, ProjectFiles>>();

export function projectFilesOf(projects: Projects, projectId: string): ProjectFiles {
  const known = filesOf.get(projects) ?? new Map<string, ProjectFiles>();
  filesOf.set(projects, known);
  const files = known.get(projectId) ?? new ProjectFiles(projects, projectId);
  known.set(projectId, files);
  return files;
}
