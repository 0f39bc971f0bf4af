/** Local stack of `npm start`. Replaces changed functions. Restarts when the templates or the built site change. */
import path from 'node:path';
import { loadAssembly } from '../assembly/assembly.ts';
import { loadFiles } from '../assembly/load-cloud-assembly.ts';
import type { ReplySource } from '../bedrock/bedrock.ts';
import type { Log } from '../emulator-types.ts';
import { type Stack, startStack } from '../stack.ts';
import { BuildError, buildSite, type Synthesis, synthesize, synthesizedAt } from './build-and-synthesize.ts';
import { type LiveSite, startLiveSite } from './live-site.ts';
import { dataDirOf } from './local-folder.ts';
import { type LiveFunctions, startLiveFunctions } from './replace-changed-functions.ts';
import { setUpStripe } from './stripe-setup.ts';

export interface DevStackOptions {
  readonly folder: string;
  readonly port: number;
  readonly synthesis: Synthesis;
  readonly stripe: boolean;
  readonly source: ReplySource;
  /** Largest number of Lambda invocations that run at the same time. @default no limit */
  readonly concurrency?: number | undefined;
  readonly log: Log;
  readonly say: (line: string) => void;
  readonly onStart: (stack: Stack) => void;
}

export class DevStack {
  readonly #options: DevStackOptions;
  /** Undefined when the built site is served. Survives a restart, so that open pages can reconnect. */
  readonly #site: LiveSite | undefined;
  #stack: Stack;
  #functions: LiveFunctions;
  /** False during a restart, after a failed restart, and at the end. */
  #isRunning = true;
  #isClosed = false;
  /** True from a build of the site until a restarted stack serves it, even if a synthesis fails in between. */
  #hasNewSite = false;
  /** Fingerprint of the templates that the stack serves. */
  #served: string;
  #changed: Promise<void> = Promise.resolve();
  #lastMistake = '';

  private constructor(options: DevStackOptions, site: LiveSite | undefined, started: Started) {
    this.#options = options;
    this.#site = site;
    this.#stack = started.stack;
    this.#functions = started.functions;
    this.#served = fingerprint(options.synthesis);
  }

  static async start(options: DevStackOptions): Promise<DevStack> {
    const { folder, synthesis, say } = options;
    const site = synthesis.withSite ? undefined : await startLiveSite(path.join(folder, 'vite'), say);
    return new DevStack(options, site, await start(options, options.port, site));
  }

  get stack(): Stack {
    return this.#stack;
  }

  updateFunctions = (): Promise<void> =>
    this.#orComplain(() =>
      this.#alone(async () => {
        if (!this.#isRunning) return;
        const startedAt = performance.now();
        const entries = await this.#functions.update();
        if (entries.length === 0) return;
        const names = entries.map((entry) => entry.replace(/^lambdas\/|\.ts$/g, ''));
        const what = names.length > 4 ? `${names.length} functions` : names.join(', ');
        this.#options.say(`Replaced ${what} (${Math.round(performance.now() - startedAt)} ms).`);
      }),
    );

  /** Restarts the stack if the built site or the templates have changed, or if the previous restart has failed. */
  updateTemplates = (): Promise<void> =>
    this.#orComplain(async () => {
      const { synthesis, say } = this.#options;
      if (synthesis.withSite && (await buildSite(say))) this.#hasNewSite = true;
      const hasNewTemplates = await synthesize(synthesis, say);
      if (this.#isClosed || (this.#isRunning && !hasNewTemplates)) return;
      if (this.#isRunning && !this.#hasNewSite && fingerprint(synthesis) === this.#served)
        return say('The templates are as they were.');
      // Throws for a resource type that is not emulated, before the old stack is stopped.
      loadAssembly(synthesis.outDir, { secretValue: () => '' });
      await this.#alone(() => this.#restart());
    });

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#changed;
    await this.#stop();
    await this.#site?.close();
  }

  async #stop(): Promise<void> {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    await this.#functions.close();
    await this.#stack.close();
  }

  async #restart(): Promise<void> {
    if (this.#isClosed) return;
    const port = Number(new URL(this.#stack.urls.site).port);
    await this.#stop();
    const started = await start(this.#options, port, this.#site);
    this.#stack = started.stack;
    this.#functions = started.functions;
    this.#isRunning = true;
    this.#served = fingerprint(this.#options.synthesis);
    this.#hasNewSite = false;
    this.#options.say('Ready again.');
  }

  /**
   * Runs `work` when all earlier calls of `#alone` have ended. So `updateFunctions` never replaces code in a stack that
   * `#restart` is closing.
   */
  #alone(work: () => Promise<void>): Promise<void> {
    const done = this.#changed.then(work);
    this.#changed = done.catch(() => undefined);
    return done;
  }

  async #orComplain(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#lastMistake = '';
    } catch (error) {
      const mistake = error instanceof BuildError ? error.summary : String(error);
      if (mistake !== this.#lastMistake) console.error(error instanceof Error ? error.message : mistake);
      this.#lastMistake = mistake;
    }
  }
}

interface Started {
  readonly stack: Stack;
  readonly functions: LiveFunctions;
}

async function start(
  { folder, synthesis, stripe, source, log, onStart, concurrency }: DevStackOptions,
  port: number,
  liveFiles: LiveSite | undefined,
): Promise<Started> {
  const stack = await startStack({
    assembly: synthesis.outDir,
    dataDir: dataDirOf(folder),
    certificatesDir: path.join(folder, 'certificates'),
    port,
    source,
    log,
    ...(liveFiles && { liveFiles }),
    ...(concurrency !== undefined && { concurrency }),
  });
  if (stripe) await setUpStripe(stack).catch((error: Error) => console.error(error.message));
  // If a step below fails, `cleanup` closes the stack. An open stack would keep the ports and the database, and the
  // next start would fail too.
  const cleanup = new AsyncDisposableStack();
  cleanup.defer(() => stack.close());
  try {
    const functions = await startLiveFunctions(
      stack,
      path.join(folder, 'functions'),
      synthesizedAt(synthesis),
    );
    cleanup.defer(() => functions.close());
    await functions.update();
    onStart(stack);
    return { stack, functions };
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
}

/** Returns the templates without asset hashes, which change with every edit of a function or of the site. */
function fingerprint({ outDir }: Synthesis): string {
  const templates = loadFiles(outDir).stacks.map(({ template }) => template);
  return JSON.stringify(templates).replaceAll(/[0-9a-f]{64}/g, '');
}
