/**
 * chat (spec 7): takes a message in and hands it to the reply worker. The ack comes from the worker, when the
 * reply has ended.
 */
import { guestTtl } from '../domain/chats.ts';
import { announce } from '../domain/delivery.ts';
import { conversation, recentTexts } from '../domain/history.ts';
import { partyOf } from '../domain/identity.ts';
import { readMessage } from '../domain/message.ts';
import { chargesFor } from '../domain/quota.ts';
import type { ReplyJob } from '../domain/reply-job.ts';
import { candidatesOf, chooseModel, routingOf } from '../domain/routing/index.ts';
import { endFrames } from '../domain/turn-end.ts';
import { beginTurn, cancelTurn } from '../domain/turn-start.ts';
import { estimateTokens } from '../models/tokens.ts';
import { credentials, once } from '../runtime/clients.ts';
import { allowances, assistant, models } from '../runtime/config.ts';
import { requireEnv } from '../runtime/env.ts';
import { ENV } from '../runtime/env-names.ts';
import { post } from '../runtime/post.ts';
import { type SocketContext, socketHandler } from '../runtime/socket-handler.ts';
import type { TurnItem } from '../store/turns.ts';

/** Loaded beside the first database call, not before it. */
const lambda = once(async () => {
  const { InvokeCommand, LambdaClient } = await import('@aws-sdk/client-lambda');
  return { InvokeCommand, client: new LambdaClient({ credentials }) };
});

export const handler = socketHandler('chat', async (context): Promise<undefined> => {
  const { frame, caller, connectionId } = context;
  const { chatId, message, model: requested, replaces } = frame.data;
  const party = partyOf(caller, frame.data, chatId);
  const userText = readMessage(message);
  const allowance = allowances()[party.audience];
  const candidates = candidatesOf(models(), allowance, requested);
  const now = Date.now();
  const accounts = chargesFor(party.audience, allowance, party.owner, party.address);
  const turn = { owner: party.owner, chatId, requestId: frame.id };
  const request = { ...turn, replaces, audience: party.audience, accounts, now };
  lambda().catch(() => undefined);
  const beginning = await beginTurn(request);
  if (beginning.kind === 'answered') {
    await repeatEnd(context, party.owner, beginning.turn);
    return;
  }
  const isGuest = party.audience === 'guest';
  const { messageIndex, version, history, charges, isRepeat } = beginning;
  const messages = conversation(history, userText, assistant().historyTokens);
  const { maxOutputTokens } = allowance;
  const tokens = messages.reduce((sum, { text }) => sum + estimateTokens(text), maxOutputTokens);
  const about = { text: userText, recent: recentTexts(history), tokens };
  const routing = routingOf(candidates, { ...about, isRequested: requested !== undefined });
  const { model, reason } = chooseModel(models(), routing, new Map());
  const job: ReplyJob = {
    ...turn,
    messageIndex,
    version,
    userText,
    userAt: new Date(now).toISOString(),
    model: model.id,
    reason,
    routing,
    messages,
    maxOutputTokens,
    charges,
    isRepeat,
    isGuest,
    ...(isGuest && { ttl: guestTtl(now) }),
  };
  await handOver(job).catch(async (error: unknown) => {
    if (!beginning.isResumed) await cancelTurn(request);
    throw error;
  });
  await tellOthers(job, replaces !== undefined, connectionId);
});

/** Asynchronous invocation: at least once, retried, with a queue for what fails for good. */
async function handOver(job: ReplyJob): Promise<void> {
  const { InvokeCommand, client } = await lambda();
  await client.send(
    new InvokeCommand({
      FunctionName: requireEnv(ENV.replyFunction),
      InvocationType: 'Event',
      Payload: Buffer.from(JSON.stringify(job)),
    }),
  );
}

/** The same user's other tabs and devices. */
async function tellOthers(job: ReplyJob, replaces: boolean, connectionId: string): Promise<void> {
  const { owner, chatId, requestId, messageIndex, userText: content, userAt: createdAt } = job;
  const message = { chatId, requestId, content, createdAt, messageIndex };
  const data = { ...message, ...(replaces && { replaces }) };
  await announce(owner, [{ type: 'userMessage', data }], { post, except: connectionId });
}

/** A message sent again whose reply has ended: this connection gets the end again. One still streaming gets nothing. */
async function repeatEnd(
  { frame, connectionId, caller }: SocketContext<'chat'>,
  owner: string,
  turn: TurnItem,
): Promise<void> {
  if (turn.status === 'streaming') return;
  const { chatId } = frame.data;
  const ended = { owner, chatId, requestId: frame.id, messageIndex: turn.index, turn };
  for (const sent of endFrames({ ...ended, isGuest: caller.kind === 'guest' }))
    await post(connectionId, sent);
}
