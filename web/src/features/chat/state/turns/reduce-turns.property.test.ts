/**
 * Two devices in one chat. Frames are lost, doubled, late and out of order, pages of history are stale, and a device
 * may lose its connection or be reloaded. The server of this test stores turns as the product's does. A device is the
 * reducer alone.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Message } from '#contract/entities';
import type { SentMessage } from '../../../../lib/unacknowledged-message-storage.ts';
import { lastTurn } from './find-in-shown-messages.ts';
import { reduceTurns } from './reduce-turns.ts';
import { isStreaming } from './shown-message.ts';
import type { TurnEvent } from './turn-events.ts';
import { messagesOf, type Turns, unacknowledgedIn } from './turns.ts';

const SCHEDULES = 10_000;
const START = Date.parse('2026-01-01T00:00:00.000Z');
const SECOND = 1_000;
/** Errors of the two devices' clocks, in milliseconds. */
const SKEWS = [-3_600_000, 3_600_000];

type Action = 'send' | 'replace' | 'write' | 'end' | 'fail' | 'page' | 'tail' | 'reconnect' | 'reload';
interface Step {
  readonly action: Action;
  readonly device: 0 | 1;
  /** One fault for each event that the step causes, in order. Further events have none. */
  readonly faults: readonly Fault[];
}
/** `late` is the number of steps by which the delivery is delayed. */
type Fault = 'none' | 'lost' | 'doubled' | { readonly late: number };

interface Stored {
  readonly requestId: string;
  readonly index: number;
  readonly from: 0 | 1;
  readonly askedAt: string;
  status: 'streaming' | 'complete' | 'failed';
  endedAt: string;
}

const action = fc.constantFrom<Action>(
  ...(['send', 'send', 'replace', 'replace', 'write', 'end', 'end', 'fail'] as const),
  ...(['page', 'tail', 'reconnect', 'reload'] as const),
);
const fault = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Fault>('none') },
  { weight: 1, arbitrary: fc.constantFrom<Fault>('lost', 'doubled') },
  { weight: 2, arbitrary: fc.record({ late: fc.integer({ min: 1, max: 8 }) }) },
);
const schedule = fc.array(
  fc.record({
    action,
    device: fc.constantFrom(0 as const, 1 as const),
    faults: fc.array(fault, { maxLength: 4 }),
  }),
  { maxLength: 25 },
);

class Device {
  turns: Turns = [];
  readonly kept = new Map<string, SentMessage>();
  inbox: { readonly due: number; readonly event: TurnEvent; readonly isSure: boolean }[] = [];
  /** Highest number of a turn that was shown at each index, among turns whose time the server has told. */
  readonly newest = new Map<number, number>();

  take(event: TurnEvent): void {
    const before = this.turns;
    this.turns = reduceTurns(before, event);
    if (event.type === 'requestAcknowledged' || event.type === 'replyFailed')
      this.kept.delete(event.requestId);
    if (event.type === 'messageRefused') this.kept.set(event.message.requestId, event.message);
    this.#check(before, event);
  }

  #check(before: Turns, event: TurnEvent): void {
    const about = JSON.stringify(event);
    const indexes = this.turns.flatMap(({ index }) => index ?? []);
    expect(indexes, about).toEqual([...new Set(indexes)].sort((a, b) => a - b));
    const ids = this.turns.map(({ requestId }) => requestId);
    expect(new Set(ids).size, about).toBe(ids.length);
    for (const { requestId, question, reply, index, latestAt } of this.turns) {
      if (question) expect(question.content, about).toBe(`question ${requestId}`);
      if (reply && !reply.live) expect([`reply ${requestId}`, ''], about).toContain(reply.content);
      const known = before.find((turn) => turn.requestId === requestId);
      if (known?.reply && !known.reply.live && event.type !== 'messageRefused')
        expect(reply?.live, about).toBeUndefined();
      if (index === undefined || latestAt === 0) continue;
      const number = Number(requestId.split(' ')[0]);
      expect(number, `an earlier turn came back: ${about}`).toBeGreaterThanOrEqual(
        this.newest.get(index) ?? 0,
      );
      this.newest.set(index, number);
    }
  }
}

class World {
  readonly devices = [new Device(), new Device()] as const;
  readonly #stored = new Map<number, Stored>();
  #pending: Stored | undefined;
  #now = 0;
  #requests = 0;
  #faults: Fault[] = [];

  play(steps: readonly Step[]): void {
    for (const step of steps) {
      this.#now += 1;
      this.#faults = [...step.faults];
      this.#act(step.action, step.device);
      this.#deliver();
    }
    this.#faults = [];
    if (this.#pending) this.#end('complete');
    this.#now += 100;
    this.#deliver();
    for (const device of this.devices) device.take({ type: 'historyLoaded', messages: this.#history() });
  }

  truth(): string[] {
    return this.#history().map(({ messageIndex, content, status }) => `${messageIndex} ${status} ${content}`);
  }

  #act(what: Action, number: 0 | 1): void {
    if (what === 'send' || what === 'replace') this.#send(number, what === 'replace');
    else if (what === 'write') this.#write();
    else if (what === 'end') this.#end('complete');
    else if (what === 'fail') this.#end('failed');
    else if (what === 'page' || what === 'tail') this.#page(number, what === 'page' ? 0 : -3);
    else this.#comeBack(number, what === 'reload');
  }

  #at(skew = 0): string {
    return new Date(START + this.#now * SECOND + skew).toISOString();
  }

  /** Sends an event with the next fault. An ack (`isSure`) is only late: a client without one asks again. */
  #post(number: 0 | 1, event: TurnEvent, isSure = false): void {
    const found = this.#faults.shift() ?? 'none';
    if (found === 'lost' && !isSure) return;
    const due = this.#now + (typeof found === 'object' ? found.late : 0);
    const item = { due, event, isSure };
    this.devices[number].inbox.push(...(found === 'doubled' && !isSure ? [item, item] : [item]));
  }

  #deliver(): void {
    for (const device of this.devices) {
      const due = device.inbox.filter((item) => item.due <= this.#now).sort((a, b) => a.due - b.due);
      device.inbox = device.inbox.filter((item) => item.due > this.#now);
      for (const { event } of due) device.take(event);
    }
  }

  #send(number: 0 | 1, isReplacing: boolean): void {
    const device = this.devices[number];
    const isPending =
      unacknowledgedIn(device.turns) !== undefined || messagesOf(device.turns).some(isStreaming);
    if (isPending) return;
    const requestId = `${++this.#requests} of ${number}`;
    const messages = messagesOf(device.turns);
    const replaces = isReplacing ? lastTurn(messages)?.question.index : undefined;
    if (isReplacing && replaces === undefined) return;
    const after = messages.findLast(({ index }) => index !== undefined)?.index ?? -1;
    const about = {
      requestId,
      chatId: 'chat',
      sender: 'ada',
      text: `question ${requestId}`,
      first: false,
      after,
    };
    const message = {
      ...about,
      createdAt: this.#at(SKEWS[number]),
      ...(replaces !== undefined && { replaces }),
    };
    device.kept.set(requestId, message);
    device.take({ type: 'messageSent', message });
    const last = Math.max(-1, ...this.#stored.keys());
    if (this.#pending || (replaces !== undefined && replaces !== last)) {
      const refused = { ...message, refused: 'No.' };
      this.#post(number, { type: 'messageRefused', message: refused, isKept: true }, true);
    } else this.#begin(requestId, number, replaces ?? last + 2);
  }

  #begin(requestId: string, from: 0 | 1, index: number): void {
    const askedAt = this.#at();
    this.#pending = { requestId, index, from, askedAt, status: 'streaming', endedAt: askedAt };
    this.#stored.set(index, this.#pending);
    const place = { chatId: 'chat', messageIndex: index, createdAt: askedAt };
    this.#post(from, { type: 'messageAccepted', requestId, data: place });
    const asked = { ...place, requestId, content: `question ${requestId}` };
    this.#post(from === 0 ? 1 : 0, { type: 'messageReceived', data: asked });
  }

  #write(): void {
    if (!this.#pending) return;
    const { requestId, index } = this.#pending;
    for (const number of [0, 1] as const) {
      const createdAt = this.#at(SKEWS[number]);
      this.#post(number, { type: 'replyStreaming', requestId, messageIndex: index + 1, createdAt });
    }
  }

  #end(status: 'complete' | 'failed'): void {
    const turn = this.#pending;
    if (!turn) return;
    turn.status = status;
    turn.endedAt = this.#at();
    this.#pending = undefined;
    const { requestId, index, from } = turn;
    const reply = { role: 'assistant', content: `reply ${requestId}`, createdAt: turn.endedAt } as const;
    const data = { ...reply, requestId, messageIndex: index + 1, status };
    for (const number of [0, 1] as const) this.#post(number, { type: 'replyEnded', data });
    const ack =
      status === 'failed'
        ? ({ type: 'replyFailed', requestId, error: 'Failed.', streamed: '' } as const)
        : ({ type: 'requestAcknowledged', requestId, messageIndex: index + 1 } as const);
    this.#post(from, ack, true);
  }

  #page(number: 0 | 1, from: number): void {
    this.#post(number, { type: 'historyLoaded', messages: this.#history().slice(from) });
  }

  #comeBack(number: 0 | 1, isReload: boolean): void {
    const device = this.devices[number];
    device.inbox = device.inbox.filter(({ isSure }) => isSure);
    if (isReload) {
      device.turns = [];
      device.newest.clear();
      for (const message of device.kept.values())
        device.take(
          message.refused === undefined
            ? { type: 'messageSent', message }
            : { type: 'messageRefused', message, isKept: true },
        );
    }
    this.#page(number, 0);
  }

  #history(): Message[] {
    const turns = [...this.#stored.values()].sort((a, b) => a.index - b.index);
    return turns.flatMap(({ requestId, index, askedAt, endedAt, status }) => [
      {
        ...{ requestId, role: 'user', content: `question ${requestId}`, createdAt: askedAt },
        ...{ messageIndex: index, status: 'complete' },
      },
      {
        ...{ requestId, role: 'assistant', content: status === 'streaming' ? '' : `reply ${requestId}` },
        ...{ createdAt: endedAt, messageIndex: index + 1, status },
      },
    ]);
  }
}

it('in the end each device shows what is stored, once and in order, and never goes back to an earlier turn', {
  timeout: 120_000,
}, () => {
  fc.assert(
    fc.property(schedule, (steps) => {
      const world = new World();
      world.play(steps);
      for (const device of world.devices) {
        const shown = messagesOf(device.turns);
        const stored = shown.filter(({ status }) => status !== 'unsent');
        expect(stored.map(({ index, status, content }) => `${index} ${status} ${content}`)).toEqual(
          world.truth(),
        );
        const unsent = shown.filter(({ status }) => status === 'unsent').map(({ key }) => key);
        expect(unsent.sort()).toEqual([...device.kept.keys()].sort());
      }
    }),
    { numRuns: Number(process.env.RUNS ?? SCHEDULES) },
  );
});
