import { beforeEach, expect, it, vi } from 'vitest';
import { loadAssembly } from '../assembly/assembly.ts';
import { loadFiles } from '../assembly/load-cloud-assembly.ts';
import { demoModel } from '../bedrock/bedrock.ts';
import { type Stack, startStack } from '../stack.ts';
import { buildSite, synthesize } from './build-and-synthesize.ts';
import { DevStack } from './dev-stack.ts';
import { type LiveFunctions, startLiveFunctions } from './replace-changed-functions.ts';

vi.mock('../assembly/assembly.ts');
vi.mock('../assembly/load-cloud-assembly.ts');
vi.mock('../stack.ts');
vi.mock('./build-and-synthesize.ts');
vi.mock('./replace-changed-functions.ts');
vi.mock('./live-site.ts');

/** Starts, closings and updates in their order. Each stack has a number. */
const seen: string[] = [];
let stacks = 0;

beforeEach(() => {
  seen.length = 0;
  stacks = 0;
  vi.spyOn(console, 'error').mockImplementation((line) => seen.push(`error: ${line}`));
  vi.mocked(startStack).mockImplementation(async () => {
    const n = ++stacks;
    seen.push(`stack ${n}`);
    const close = async () => void seen.push(`stack ${n} closed`);
    return { urls: { site: 'https://localhost:4000' }, close } as unknown as Stack; // fields that `DevStack` reads
  });
  vi.mocked(startLiveFunctions).mockImplementation(async (): Promise<LiveFunctions> => {
    const n = stacks;
    return {
      update: async () => {
        seen.push(`update ${n}`);
        return [];
      },
      close: async () => void seen.push(`functions ${n} closed`),
    };
  });
  givenSynthesis(async () => true);
});

/** Each synthesis makes templates that differ from the ones before. */
function givenSynthesis(run: () => Promise<boolean>): void {
  let version = 0;
  vi.mocked(loadFiles).mockImplementation(
    () => ({ stacks: [{ template: { version } }] }) as unknown as ReturnType<typeof loadFiles>, // the compared part
  );
  vi.mocked(synthesize).mockImplementation(async () => {
    const isNew = await run();
    version += 1;
    return isNew;
  });
}

const start = ({ withSite = false } = {}) =>
  DevStack.start({
    folder: '/nowhere',
    port: 4000,
    synthesis: { outDir: '/nowhere', context: {}, withSite },
    stripe: false,
    source: demoModel({ paceMs: 0 }),
    log: () => undefined,
    say: (line) => seen.push(line),
    onStart: () => undefined,
  });

it('restarts with new templates, and updates the functions of the new stack', async () => {
  const running = await start();
  await running.updateTemplates();
  await running.updateFunctions();
  expect(seen).toEqual([
    ...['stack 1', 'update 1', 'functions 1 closed', 'stack 1 closed'],
    ...['stack 2', 'update 2', 'Ready again.', 'update 2'],
  ]);
});

it('leaves closed functions alone when the restart failed, and starts again at the next change', async () => {
  const running = await start();
  vi.mocked(startStack).mockRejectedValueOnce(new Error('no port'));
  await running.updateTemplates();
  seen.length = 0;
  await running.updateFunctions();
  expect(seen).toEqual([]);
  vi.mocked(synthesize).mockResolvedValueOnce(false);
  await running.updateTemplates();
  expect(seen).toEqual(['stack 2', 'update 2', 'Ready again.']);
  await running.close();
  expect(seen.slice(3)).toEqual(['functions 2 closed', 'stack 2 closed']);
});

it('deploys a site that was built before a synthesis failed, once, when the next synthesis succeeds', async () => {
  const running = await start({ withSite: true });
  vi.mocked(loadFiles).mockReturnValue({ stacks: [] } as unknown as ReturnType<typeof loadFiles>); // the compared part
  vi.mocked(buildSite).mockResolvedValueOnce(true).mockResolvedValue(false);
  vi.mocked(synthesize).mockRejectedValueOnce(new Error('no template'));
  await running.updateTemplates();
  seen.length = 0;
  await running.updateTemplates();
  expect(seen).toContain('Ready again.');
  seen.length = 0;
  await running.updateTemplates();
  expect(seen).toEqual(['The templates are as they were.']);
});

it('does not say that templates are as they were if the stack could not take them', async () => {
  const running = await start();
  vi.mocked(loadAssembly).mockImplementation(() => {
    throw new Error('AWS::New::Thing is not emulated');
  });
  seen.length = 0;
  await running.updateTemplates();
  expect(seen).toEqual(['error: AWS::New::Thing is not emulated']);
  // A comment in `lib` changes: the templates stay equal.
  vi.mocked(synthesize).mockResolvedValueOnce(true);
  await running.updateTemplates();
  expect(seen).toEqual(['error: AWS::New::Thing is not emulated']);
  vi.mocked(loadAssembly).mockReset();
  await running.updateTemplates();
  expect(seen).toContain('Ready again.');
});

it('closes a stack whose functions do not start', async () => {
  vi.mocked(startLiveFunctions).mockRejectedValueOnce(new Error('no builder'));
  await expect(start()).rejects.toThrow('no builder');
  expect(seen).toEqual(['stack 1', 'stack 1 closed']);
});

it('starts no stack after it was closed during a synthesis', async () => {
  const synthesized = Promise.withResolvers<boolean>();
  givenSynthesis(() => synthesized.promise);
  const running = await start();
  const updated = running.updateTemplates();
  await running.close();
  synthesized.resolve(true);
  await updated;
  await running.updateFunctions();
  expect(seen).toEqual(['stack 1', 'update 1', 'functions 1 closed', 'stack 1 closed']);
});
