import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Assembly, checkNames } from '../assembly/assembly.ts';
import type { Addresses } from '../assembly/replace-aws-host-names.ts';
import { type AccountSettings, readyAccount } from '../aws-account-apis/account-apis-exports.ts';
import { type Certificates, ensureCertificates } from '../certificates/certificates.ts';
import type { Clock, Log } from '../emulator-types.ts';
import { createClock, createFaults, type Faults, type MovableClock } from '../faults/faults.ts';
import {
  createIam,
  type Iam,
  type KeptSession,
  type KeptSessions,
  newOperatorKey,
  type OperatorKey,
  type PolicyProperties,
  type RoleProperties,
} from '../iam/iam.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import { createPorts, type Ports } from './listen-before-handlers.ts';
import { addressesOf, type BrowserPorts, openRemainingPorts, openSitePorts } from './ports-and-addresses.ts';
import type { LogLine, StackOptions } from './stack-interface.ts';
import { type StateFile, stateFile } from './state-file.ts';
import { loadTemplatesAndSecrets, type Templates } from './templates-and-secrets.ts';

export interface StartupContext {
  readonly assembly: Assembly;
  readonly secrets: Templates['secrets'];
  readonly iam: Iam;
  readonly account: AccountSettings;
  readonly operatorKey: OperatorKey;
  readonly ports: Ports;
  readonly browserPorts: BrowserPorts;
  readonly addresses: Addresses;
  readonly tls: Certificates;
  readonly clock: MovableClock;
  readonly faults: Faults;
  readonly outbox: Outbox;
  readonly log: Log;
  readonly logs: readonly LogLine[];
  readonly dataDir: string | undefined;
  /** Folder of S3's objects, in `dataDir`. Without `dataDir`, the folder is removed when the stack closes. */
  readonly filesDir: string;
  readonly cleanup: AsyncDisposableStack;
}

/** Opens the ports for browsers and reads the templates, without serving yet. */
export async function openStartupContext(
  options: StackOptions,
  cleanup: AsyncDisposableStack,
): Promise<StartupContext> {
  const { dataDir, port = 0 } = options;
  const { clock = createClock(), faults = createFaults() } = options;
  const workDir = mkdtempSync(path.join(tmpdir(), 'stack-'));
  cleanup.defer(() => rmSync(workDir, { recursive: true, force: true }));
  const tls = await ensureCertificates(
    options.certificatesDir ?? path.join(dataDir ?? workDir, 'certificates'),
  );
  const ports = createPorts(tls);
  cleanup.defer(() => ports.close());
  const { assembly, secrets } = loadTemplatesAndSecrets(options.assembly, stateFile(dataDir, 'secrets'));
  const sitePorts = await openSitePorts(assembly, ports, port);
  checkNames(assembly, options.takenNames);
  const operatorKey = ensureOperatorKey(stateFile(dataDir, 'operator'));
  const browserPorts = await openRemainingPorts(assembly, ports, port, sitePorts);
  const { log, lines: logs } = createLogBook(clock, options.log);
  return {
    assembly,
    secrets,
    operatorKey,
    iam: iamOf(assembly, operatorKey, keptSessions(stateFile(dataDir, 'sessions'), clock), clock),
    account: readyAccount(),
    ports,
    browserPorts,
    addresses: addressesOf(assembly, browserPorts),
    tls,
    clock,
    faults,
    outbox: createOutbox({ clock, ...stateFile(dataDir, 'mails') }),
    log,
    logs,
    dataDir,
    filesDir: path.join(dataDir ?? workDir, 's3'),
    cleanup,
  };
}

/** Keeps the key over a restart, so that a shell that has exported it can still use it. */
function ensureOperatorKey(state: StateFile): OperatorKey {
  const key = (state.load() as OperatorKey | undefined) ?? newOperatorKey(); // cast: only the next line saves it
  state.save(key);
  return key;
}

/** Keeps credentials of the identity pool over a restart until they expire, because open pages still use them. */
const keptSessions = (state: StateFile, clock: Clock): KeptSessions => ({
  load: () => (state.load() as readonly KeptSession[] | undefined) ?? [], // cast: only `save` writes them
  save: (sessions) => state.save(sessions.filter(({ expiresAt }) => expiresAt > clock.now())),
});

function iamOf(assembly: Assembly, operatorKey: OperatorKey, sessions: KeptSessions, clock: Clock): Iam {
  const roles = assembly.all<RoleProperties>('AWS::IAM::Role');
  const policies = assembly.all<PolicyProperties>('AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy');
  return createIam(
    Object.fromEntries(roles.map(({ ref, properties }) => [ref, properties])),
    policies.map(({ properties }) => properties),
    operatorKey,
    sessions,
    clock,
  );
}

const MAX_LINES = 10_000;

function createLogBook(
  clock: Clock,
  forward: Log = () => undefined,
): { log: Log; lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  return {
    lines,
    log(source, text) {
      lines.push({ source, text, at: clock.now() });
      if (lines.length > MAX_LINES) lines.shift();
      forward(source, text);
    },
  };
}
