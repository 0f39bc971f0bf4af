/** The people of one schedule, their devices, and what they do. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestUser } from '../support/stack.ts';
import type { ChaosStack } from './chaos-stack.ts';
import { Device } from './device.ts';
import { DEVICES, type DeviceNumber, type Schedule, type Step } from './schedule.ts';
import { KeptThings } from './shares-projects-imports.ts';
import { Ledger } from './turn-ledger.ts';
import { until } from './wait-until.ts';

/** Messages a day of the free tier (docs/spec.md 1.2). */
const MESSAGES_A_DAY = 50;
/** Milliseconds within which devices start, also on a busy machine. */
const PATIENCE_MS = 30_000;
const PIECE_PATIENCE_MS = 150;
const ACK_PATIENCE_MS = 500;
const STEP_QUIET_MS = 1_000;

export interface Person {
  readonly user: TestUser;
  /** Text that is in every message of this person, and in no other person's. */
  readonly tag: string;
}

export class World {
  readonly chaosStack: ChaosStack;
  readonly plan: Schedule;
  readonly ledger: Ledger;
  readonly ada: Person;
  readonly bob: Person;
  readonly devices: Device[] = [];
  /** Problems that were seen while the schedule was played. */
  readonly seen = new Set<string>();
  readonly usedBefore: number;
  readonly kept = new KeptThings();
  /** Chats that a user tried to delete. A deletion ends the chat's shares, even if the chat is restored. */
  readonly deleted = new Set<string>();
  #texts = 0;

  private constructor(chaosStack: ChaosStack, plan: Schedule, ada: Person, bob: Person) {
    this.chaosStack = chaosStack;
    this.plan = plan;
    this.ada = ada;
    this.bob = bob;
    this.ledger = new Ledger(chaosStack.stack.inner);
    this.usedBefore = plan.left === undefined ? 0 : MESSAGES_A_DAY - plan.left;
  }

  /** Signs two people in, each with an open chat. There are no faults yet. */
  static async open(chaosStack: ChaosStack, plan: Schedule): Promise<World> {
    chaosStack.model.pace = plan.pace;
    const [ada, bob] = await Promise.all(
      ['ada', 'bob'].map(async (name) => ({
        user: await chaosStack.stack.givenUser(),
        tag: `${name}${randomBytes(3).toString('hex')}`,
      })),
    );
    if (!ada || !bob) throw new Error('Nobody came');
    const world = new World(chaosStack, plan, ada, bob);
    // biome-ignore lint/correctness/useHookAtTopLevel: a method of the test stack, no hook of React
    await chaosStack.stack.useUpTo(ada.user, world.usedBefore);
    await Promise.all([world.#settleIn(ada, 2), world.#settleIn(bob, 1)]);
    return world;
  }

  async #settleIn(person: Person, count: number): Promise<void> {
    const first = this.join(person);
    await first.createChat();
    const { chatId } = first.conversation ?? {};
    if (chatId === undefined) throw new Error('No chat was made');
    for (let n = 1; n < count; n++) this.join(person).openChat(chatId);
    const mine = this.devicesOf(person);
    const isReady = ({ isOnline, conversation }: Device) =>
      isOnline && conversation?.state.get().phase === 'ready';
    if (!(await until(() => mine.every(isReady), PATIENCE_MS))) throw new Error('A device did not start');
  }

  /** Another device of a person. */
  join(person: Person): Device {
    const device = new Device(this.chaosStack.stack, person.user, {
      onFrame: (from, text) => this.#look(from, text),
      heldSince: (requestId) => this.ledger.heldSince(requestId),
      wasDeleted: (chatId, since) => this.ledger.wasDeleted(chatId, since),
    });
    this.devices.push(device);
    return device;
  }

  devicesOf = ({ user }: Person): Device[] => this.devices.filter((device) => device.user === user);
  personOf = ({ user }: Device): Person => (user === this.ada.user ? this.ada : this.bob);
  nextText = (person: Person): string => `${person.tag}-${++this.#texts}`;

  async play(): Promise<void> {
    for (const step of this.plan.steps) {
      if (step.do === 'wait') await this.#wait(step.for);
      else if ('device' in step) this.#act(step);
      else this.chaosStack.break(step);
      // Lets the socket send the frames of the step.
      await sleep(1);
    }
  }

  close(): void {
    for (const device of this.devices) if (!device.isClosed) device.close();
    this.ledger.close();
    this.chaosStack.model.forget();
  }

  #device(number: DeviceNumber): Device | undefined {
    // Devices of Ada and Bob join concurrently, so their order in `devices` varies.
    const ofAda = this.devicesOf(this.ada);
    return number === DEVICES[2] ? this.devicesOf(this.bob)[0] : ofAda[number];
  }

  #act({ do: action, device: number }: Extract<Step, { device: unknown }>): void {
    const device = this.#device(number);
    if (!device || device.isClosed) return;
    const { conversation, controller } = device;
    const person = this.personOf(device);
    if (action === 'reload') device.reload();
    else if (action === 'drop') device.drop();
    else if (action === 'resend') device.resend();
    else if (action === 'offline') device.goOffline();
    else if (action === 'online') device.goOnline();
    else if (action === 'close') device.close();
    else if (action === 'create') void device.createChat();
    else if (action === 'updateShare') this.kept.updateShare(device);
    else if (action === 'endShare') this.kept.endShare(device);
    else if (action === 'makeProject') this.kept.makeProject(device);
    else if (action === 'deleteProject') this.kept.deleteProject(device);
    else if (action === 'import') this.kept.import(device, this.nextText(person));
    else if (action === 'undo')
      void controller.deletion.undo(controller.deletion.notices.get().at(-1)?.chat.chatId ?? '');
    else if (!conversation) return;
    else if (action === 'send') conversation.actions.send(this.nextText(person));
    else if (action === 'edit') editLast(device, this.nextText(person));
    else if (action === 'regenerate') conversation.actions.replaceLast();
    else if (action === 'retry') retry(device);
    else if (action === 'stop') void conversation.actions.stop();
    else if (action === 'like') like(device);
    else if (action === 'rename') void controller.renameChat(conversation.chatId, this.nextText(person));
    else if (action === 'delete') this.#delete(device, conversation.chatId);
    else if (action === 'share') this.kept.share(device, conversation.chatId);
    else if (action === 'move') this.kept.move(device, conversation.chatId);
    else if (action === 'switch') switchChat(device);
    else void conversation.history.load();
  }

  #delete({ controller }: Device, chatId: string): void {
    this.deleted.add(chatId);
    void controller.deletion.delete(chatId);
  }

  async #wait(what: Extract<Step, { do: 'wait' }>['for']): Promise<void> {
    if (typeof what === 'number') await sleep(what);
    else if (what === 'quiet') await this.chaosStack.quiet(STEP_QUIET_MS);
    else if (what === 'ack')
      await until(() => !this.devices.some(({ isWaiting }) => isWaiting), ACK_PATIENCE_MS);
    else await until(() => this.devices.some(isSpeaking), PIECE_PATIENCE_MS);
  }

  /** Checks after each frame that nothing of the other user has come, and that no reply mixes two texts. */
  #look(device: Device, text: string): void {
    const other = device.user === this.ada.user ? this.bob : this.ada;
    if (text.includes(other.tag) || text.includes(other.user.owner))
      this.seen.add(`a frame of ${nameOf(other)} reached somebody else: ${text.slice(0, 200)}`);
    for (const { live } of device.shown) {
      const written = live?.text() ?? '';
      if (written !== '' && !this.chaosStack.model.wrote(written))
        this.seen.add(`a spliced reply on screen: “${written}”`);
    }
  }
}

const nameOf = ({ tag }: Person): string => tag.slice(0, 3);

const isSpeaking = ({ shown }: Device): boolean => shown.some(({ live }) => (live?.text() ?? '') !== '');

/** Clicks on Retry at the last message that failed or was not sent. */
function retry({ shown, conversation }: Device): void {
  const failed = shown.findLast(({ status }) => status === 'failed' || status === 'unsent');
  if (failed) conversation?.actions.retry(failed.key);
}

/** Edits the last message as the message editor does, which makes a version of the message. */
export function editLast({ shown, conversation }: Device, text: string): void {
  const asked = shown.findLast(({ role, index }) => role === 'user' && index !== undefined);
  if (asked?.index !== undefined) conversation?.actions.edit(asked.index, text);
}

function like({ shown, conversation }: Device): void {
  const reply = shown.findLast(
    ({ role, status, isWelcome, isExtra }) =>
      role === 'assistant' && status === 'complete' && !isWelcome && !isExtra,
  );
  if (reply?.index !== undefined) conversation?.actions.toggleLike(reply.index);
}

function switchChat(device: Device): void {
  const { chats } = device.controller.list.state.get();
  const other = chats.find(({ chatId }) => chatId !== device.conversation?.chatId);
  if (other) device.openChat(other.chatId);
}
