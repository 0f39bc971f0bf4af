import type { Project } from '#contract/entities';
import type { ServerFrame } from '#contract/socket';
import { createStore, type ReadStore } from '../../../../lib/observable-store.ts';

/** Holds the user's projects in their order. */
export class Projects {
  readonly state: ReadStore<readonly Project[]>;
  readonly #store = createStore<readonly Project[]>([]);
  #changes = 0;
  #isRead = false;

  constructor() {
    this.state = this.#store;
  }

  /** True once the projects have been read from the server. Kept projects do not count. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /**
   * Call this before a request that reads the projects. The returned function ignores the answer if a project was
   * changed during the request, because the answer may be older than the change.
   */
  beginRead(): (read: readonly Project[] | undefined) => void {
    const changes = this.#changes;
    return (read) => {
      if (!read || changes !== this.#changes) return;
      this.#isRead = true;
      this.#store.set(read);
    };
  }

  /** Shows the projects that this browser has kept, unless projects were read or changed before. */
  restore(projects: readonly Project[]): void {
    if (!this.#isRead && this.#changes === 0) this.#store.set(projects);
  }

  find(projectId: string | undefined): Project | undefined {
    return this.#store.get().find((project) => project.projectId === projectId);
  }

  put(project: Project): void {
    const known = this.#store.get();
    const isKnown = this.find(project.projectId) !== undefined;
    this.#set(
      isKnown
        ? known.map((one) => (one.projectId === project.projectId ? project : one))
        : [project, ...known],
    );
  }

  remove(projectId: string): void {
    this.#set(this.#store.get().filter((project) => project.projectId !== projectId));
  }

  /** Projects that are not in `projectIds` come first. */
  order(projectIds: readonly string[]): void {
    const placeOf = ({ projectId }: Project) => projectIds.indexOf(projectId);
    this.#set([...this.#store.get()].sort((a, b) => placeOf(a) - placeOf(b)));
  }

  /** Applies a frame about projects. Returns false for any other frame. */
  receive(frame: ServerFrame): boolean {
    if (frame.type === 'projectChanged') this.put(frame.data);
    else if (frame.type === 'projectDeleted') this.remove(frame.data.projectId);
    else if (frame.type === 'projectsOrdered') this.order(frame.data.projectIds);
    else return false;
    return true;
  }

  #set(projects: readonly Project[]): void {
    this.#changes += 1;
    this.#store.set(projects);
  }
}
