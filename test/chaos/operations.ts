/** Operations of users, whose calls can be struck by faults. */
import { randomUUID } from 'node:crypto';
import { http } from '#contract/http-calls';
import { freshAddress } from '../support/sign-up.ts';
import { SocketClient } from '../support/socket-client.ts';
import type { ChaosStack } from './chaos-stack.ts';
import { problemsOf } from './checks.ts';
import type { Device } from './device.ts';
import type { Operation } from './every-call.ts';
import { recover } from './recovery.ts';
import { until } from './wait-until.ts';
import { editLast, World } from './world.ts';

const REACTION_MS = 3_000;
const PIECE_MS = 40;

interface Act {
  readonly world: World;
  readonly phone: Device;
}

/** An operation of Ada in her own chat. `before` prepares it without faults. */
const inChat = (
  name: string,
  act: (given: Act) => Promise<void> | void,
  {
    before = () => undefined,
    pace = 0,
  }: { before?: (given: Act) => Promise<void> | void; pace?: number } = {},
): Operation => ({
  name,
  async prepare(chaosStack) {
    const world = await World.open(chaosStack, { seed: 0, left: undefined, pace, steps: [] });
    const [phone] = world.devicesOf(world.ada);
    if (!phone) throw new Error('Ada has no phone');
    const given = { world, phone };
    await before(given);
    await chaosStack.quiet();
    return {
      async run() {
        await act(given);
        await phone.flush(REACTION_MS);
        await until(() => !phone.isWaiting, REACTION_MS);
      },
      async problems() {
        const problems = await recover(world);
        return [...problems, ...(await problemsOf(world))];
      },
      close: () => world.close(),
    };
  },
});

const send = ({ world, phone }: Act): void =>
  void phone.conversation?.actions.send(world.nextText(world.ada));

async function converse(given: Act): Promise<void> {
  send(given);
  await until(() => !given.phone.isWaiting && !given.phone.conversation?.state.get().pending, REACTION_MS);
}

const speaks = ({ phone }: Act): Promise<boolean> =>
  until(() => phone.shown.some(({ live }) => (live?.text() ?? '') !== ''), REACTION_MS);

export const CHAT_OPERATIONS: readonly Operation[] = [
  inChat('send', send),
  inChat('resend after the ack was lost', ({ phone }) => phone.resend(true), { before: converse }),
  inChat(
    'resend on a new connection while the reply streams',
    async ({ phone }) => {
      phone.drop();
      phone.goOnline();
      await until(() => phone.isOnline, REACTION_MS);
    },
    {
      pace: PIECE_MS,
      async before(given) {
        send(given);
        await speaks(given);
      },
    },
  ),
  inChat('edit', ({ world, phone }) => editLast(phone, world.nextText(world.ada)), {
    before: converse,
  }),
  inChat('regenerate', ({ phone }) => void phone.conversation?.actions.replaceLast(), { before: converse }),
  inChat(
    'stop',
    async (given) => {
      send(given);
      await speaks(given);
      void given.phone.conversation?.actions.stop();
    },
    { pace: PIECE_MS },
  ),
  inChat(
    'like',
    ({ phone }) => {
      const index = phone.shown.findLast(
        ({ role, status }) => role === 'assistant' && status === 'complete',
      )?.index;
      if (index !== undefined) phone.conversation?.actions.toggleLike(index);
    },
    { before: converse },
  ),
  inChat('rename', ({ world, phone }) =>
    phone.controller
      .renameChat(phone.conversation?.chatId ?? '', world.nextText(world.ada))
      .catch(() => undefined),
  ),
  inChat('delete', ({ phone }) => phone.controller.deletion.delete(phone.conversation?.chatId ?? '')),
  inChat('initChat', ({ phone }) => {
    void phone.createChat();
  }),
  { name: 'claim of a guest’s chat', prepare: prepareClaim },
];

const CLAIM_TRIES = 3;

/** A guest sends a message, signs in as Ada, and claims the chat. */
async function prepareClaim(chaosStack: ChaosStack) {
  const { stack } = chaosStack;
  const world = await World.open(chaosStack, { seed: 0, left: undefined, pace: 0, steps: [] });
  const [phone] = world.devicesOf(world.ada);
  if (!phone) throw new Error('Ada has no phone');
  const guest = await SocketClient.connect({
    url: stack.urls.socket,
    credential: 'guest',
    origin: stack.urls.site,
    // An address may open only so many guest chats a day.
    localAddress: freshAddress(),
  });
  const opened = await guest.call('initChat', { isGuest: true });
  const guestChatId = String(Reflect.get(Object('data' in opened ? opened.data : {}), 'chatId'));
  const text = `guest-${randomUUID()}`;
  await guest.call('chat', { chatId: guestChatId, message: text, isGuest: true });
  const { method, path } = http.claimGuestChat;
  const claim = () => phone.call(method, path, { guestChatId });
  return {
    run: async () => void (await claim().catch(() => undefined)),
    async problems() {
      let carried: unknown;
      for (let tries = 0; carried === undefined && tries < CLAIM_TRIES; tries++)
        carried = await claim().catch(() => undefined);
      if (carried === undefined) return ['the chat cannot be claimed'];
      const again = await claim();
      const chatId = String(Reflect.get(Object(carried), 'chatId'));
      const said = (await phone.history(chatId)).messages.filter(({ content }) => content === text).length;
      const mine = (await stack.chats(world.ada.user)).length;
      return [
        ...(JSON.stringify(again) === JSON.stringify(carried) ? [] : ['two claims, two answers']),
        ...(said === 1 ? [] : [`the guest’s message is there ${said} times`]),
        ...(mine === 2 ? [] : [`${mine} chats, not 2`]),
        ...((await stack.usedMessages(world.ada.user)) === 0 ? [] : ['charged for what a guest said']),
      ];
    },
    close() {
      guest.drop();
      world.close();
    },
  };
}
