/** Plays a schedule with two devices of one user and two chats. Checks invariants during the run and at its end. */
import { lostProblems, type Problem, screenProblems, storedProblems } from './checks.ts';
import { Device } from './device.ts';
import { ProductServer } from './product-server.ts';
import type { Schedule, Step } from './schedule.ts';

const AT = '2026-01-01T00:00:00.000Z';
export const CHATS = [
  '0199c3a0-0000-7000-8000-000000000001',
  '0199c3a0-0000-7000-8000-000000000002',
] as const;
/** Longer than a crashed worker's lease, the slowest reply and the client's own patience together. */
const SETTLING_MS = 150_000;
const REPLY_MS = 30_000;

/** A text that a device accepted for sending. */
export interface Sent {
  readonly device: Device;
  readonly chatId: string;
  /** Number of times that the message may be stored. */
  times: number;
}

export class Run {
  private readonly plan: Schedule;
  private readonly pass: (ms: number) => Promise<unknown>;
  private readonly server: ProductServer;
  private readonly devices: readonly Device[];
  private readonly problems: Problem[] = [];
  /** Accepted messages by their text, which is unique. */
  private readonly sent = new Map<string, Sent>();
  private texts = 0;

  /** `pass` advances the simulated time. */
  constructor(plan: Schedule, pass: (ms: number) => Promise<unknown>) {
    this.plan = plan;
    this.pass = pass;
    this.server = new ProductServer(plan.replies);
    for (const chatId of CHATS) this.server.addChat({ chatId, name: 'A chat', createdAt: AT });
    this.devices = [0, 1].map((number) => new Device(this.server, number, plan, CHATS[0]));
  }

  /** Plays the schedule. Resolves with the problems found. */
  async play(): Promise<readonly Problem[]> {
    await this.pass(1_000);
    for (const step of this.plan.steps) {
      await this.pass(step.afterMs);
      this.carryOut(step);
      this.look();
    }
    this.server.heal();
    for (const device of this.devices) device.heal();
    for (let second = 0; second < SETTLING_MS / 1_000; second++) {
      await this.pass(1_000);
      this.look();
    }
    await this.sayLastWords();
    this.problems.push(...storedProblems(this.server, this.sent));
    return this.problems;
  }

  end(): void {
    for (const device of this.devices) device.stop();
  }

  private carryOut({ device: number, action }: Step): void {
    const device = this.devices[number];
    if (!device) return;
    const { conversation } = device;
    if (action === 'send') this.send(device);
    else if (action === 'switch') device.openChat(conversation.chatId === CHATS[0] ? CHATS[1] : CHATS[0]);
    else if (action === 'reload') device.reload();
    else if (action === 'retry') this.retry(device);
    else if (action === 'stop') void conversation.actions.stop();
    else if (action === 'disconnect') device.link.disconnect();
    else if (action === 'older') void conversation.history.loadOlder();
    else if (action === 'newer') void conversation.history.loadNewer();
    else if (action === 'find') void conversation.history.showAround(1);
    else if (action === 'edit') this.edit(device);
    else if (action === 'regenerate') conversation.actions.replaceLast();
    else if (action === 'like') this.like(device);
  }

  /** Replaces the last message with another text. */
  private edit(device: Device): void {
    const { conversation } = device;
    const text = this.nextText(conversation.chatId);
    const { sent } = conversation.actions.replaceLast(text);
    if (sent) this.sent.set(text, { device, chatId: conversation.chatId, times: 1 });
  }

  private like({ conversation, shown }: Device): void {
    const reply = shown.findLast(
      ({ role, status, isWelcome, isExtra }) =>
        role === 'assistant' && status === 'complete' && !isWelcome && !isExtra,
    );
    if (reply?.index !== undefined) conversation.actions.toggleLike(reply.index);
  }

  private nextText(chatId: string): string {
    return `${chatId} text ${this.texts++}`;
  }

  private send(device: Device): boolean {
    const { conversation } = device;
    const text = this.nextText(conversation.chatId);
    if (conversation.state.get().phase !== 'ready') return false;
    const { sent } = conversation.actions.send(text);
    if (sent) this.sent.set(text, { device, chatId: conversation.chatId, times: 1 });
    return sent;
  }

  /** Clicks on Retry, where the history, the last reply or the last message has failed. */
  private retry(device: Device): void {
    this.retryLoading(device);
    const { conversation, shown } = device;
    const failed = shown.at(-1);
    if (!failed || (failed.status !== 'failed' && failed.status !== 'unsent')) return;
    const question = failed.role === 'user' ? failed : shown.at(-2);
    const { messages } = conversation.state.get();
    conversation.actions.retry(failed.key);
    const isSent = conversation.state.get().messages !== messages;
    const sent = question && this.sent.get(question.content);
    if (sent && isSent && failed.role === 'assistant') sent.times += 1;
  }

  private retryLoading({ conversation }: Device): void {
    if (conversation.state.get().phase === 'failed') void conversation.history.load();
  }

  /** Checks what must hold at any time. */
  private look(): void {
    for (const [number, device] of this.devices.entries())
      this.problems.push(...screenProblems(number, device, this.server, 'meanwhile'));
  }

  /** Sends a message from each device in each chat, over a good link: all chats must be usable in the end. */
  private async sayLastWords(): Promise<void> {
    for (const chatId of CHATS) {
      for (const device of this.devices) device.openChat(chatId);
      await this.pass(1_000);
      for (const device of this.devices) {
        this.retryLoading(device);
        await device.conversation.history.showLatest();
      }
      await this.pass(1_000);
      this.problems.push(...lostProblems(chatId, this.server, this.sent));
      for (const [number, device] of this.devices.entries()) {
        if (!this.send(device)) this.problems.push(`device ${number} cannot send in ${chatId}`);
        await this.pass(REPLY_MS);
      }
      for (const [number, device] of this.devices.entries())
        this.problems.push(...screenProblems(number, device, this.server, 'in the end'));
    }
  }
}
