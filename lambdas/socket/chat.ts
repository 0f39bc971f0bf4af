/**
 * Handler of the frame `chat` (docs/spec.md 7.2): accepts a message and hands its turn to the reply worker. The worker
 * sends the ack when the reply has ended.
 */
import { AppError } from '#contract/error-codes';
import type { AcceptedData, ChatData } from '#contract/socket';
import { broadcastOrLog } from '../domain/broadcast-to-owner.ts';
import { expiryOf } from '../domain/chats/temporary-chat-rules.ts';
import { frameLimits } from '../domain/connections/limit-frames.ts';
import { authoriseFrame } from '../domain/connections/sender-of-frame.ts';
import { toFileInfo } from '../domain/files/convert-file-items.ts';
import { guestTtl } from '../domain/guest/guest-expiry.ts';
import { effortOf, widestAllowance } from '../domain/quota/audience-and-allowance.ts';
import { cachedPrefixOf } from '../domain/routing/cached-prefix.ts';
import { candidatesOf, chooseModel } from '../domain/routing/choose-model.ts';
import { needWeights } from '../domain/routing/classifier/load-weights.ts';
import type { NeedWeights } from '../domain/routing/classifier/need-weights-format.ts';
import { classify, recentTexts } from '../domain/routing/classify-message.ts';
import { filesToRoute } from '../domain/routing/match-files-to-models.ts';
import { beginTurn } from '../domain/turn/begin-turn.ts';
import type { Beginning } from '../domain/turn/begin-turn-outcome.ts';
import { endFrames, replacedFrame } from '../domain/turn/conclude-turn.ts';
import { historyBudget } from '../domain/turn/history-budget.ts';
import { type TurnRequest, takeBack } from '../domain/turn/lock-reserve-and-read.ts';
import { contextOf } from '../domain/turn/model-context.ts';
import { normaliseMessage } from '../domain/turn/normalise-message.ts';
import type { ReplyJob } from '../domain/turn/reply-job.ts';
import { systemPrompt } from '../domain/turn/system-prompt.ts';
import { estimateTokens, tokensOfMessages } from '../models/estimate-tokens.ts';
import { post, postOnce } from '../runtime/connections-api.ts';
import { allowances, assistant, dailySpendCap, guestSpendCap, models } from '../runtime/deployment-config.ts';
import { ENV } from '../runtime/env-names.ts';
import { invokeAsync, preloadInvoke, wasRefused } from '../runtime/invoke-async.ts';
import { log } from '../runtime/log.ts';
import { type SocketContext, socketHandler } from '../runtime/socket-handler.ts';

// No `readRevocation`: `beginTurn` reads the revocation together with the plan, which saves a call.
export const handler = socketHandler('chat', { limits: frameLimits }, async (context): Promise<undefined> => {
  const { frame, caller, connectionId } = context;
  const { chatId, message, model: requested, replaces, after, context: turns, effort: chosen } = frame.data;
  const { instructions: hasInstructions, projectId, versionOf, continues, path } = frame.data;
  const fileIds = frame.data.files && [...new Set(frame.data.files)];
  const sender = authoriseFrame(caller, frame.data, chatId);
  checkFork(frame.data, sender);
  const userText = normaliseMessage(message, fileIds !== undefined && fileIds.length > 0);
  const now = Date.now();
  const caps = { spendCap: dailySpendCap(), guestSpendCap: guestSpendCap() };
  const rules = { models: models(), allowances: allowances(), ...caps };
  const isResent = frame.resent === true;
  // Refuses an unavailable model. Does not refuse a resent message, because an earlier call may have begun the turn
  // while the model was available. `beginTurn` looks for that turn before it refuses the model.
  if (!isResent) candidatesOf(rules.models, widestAllowance(sender.kind, rules.allowances), requested);
  const asking = { sender, requested, now, ...rules };
  const { historyTokens } = assistant();
  const options = { isResent, replaces, after, context: turns, fileIds, hasInstructions, projectId };
  const about = { chatId, requestId: frame.id, ...options, versionOf, continues, path };
  const request = { ...about, historyTokens, asking };
  preloadInvoke();
  const [beginning, weights] = await Promise.all([beginTurn(request), needWeights()]);
  const isRepeated = beginning.kind !== 'begun' || beginning.isResumed;
  if (isRepeated) log('INFO', 'message repeated', { requestId: frame.id, status: beginning.kind });
  if (beginning.kind === 'unknown') return;
  if (beginning.kind === 'underway') {
    const { messageIndex, startedAt } = beginning;
    await tellAccepted(context, { chatId, messageIndex, createdAt: new Date(startedAt).toISOString() });
    return;
  }
  if (beginning.kind === 'answered') {
    // A failure is only logged. The turn is stored, so the client gets the frames when it resends the message again.
    await repeatEnd(context, sender.owner, beginning).catch((cause: unknown) =>
      log('WARN', 'end not repeated', { requestId: frame.id, cause }),
    );
    return;
  }
  const effort = effortOf(beginning.allowance, chosen);
  const job = { ...jobOf(request, beginning, userText, weights), effort };
  await startWorker(request, beginning, job);
  log('INFO', 'message accepted', { requestId: frame.id, model: job.model });
  const accepted = { chatId, messageIndex: job.messageIndex, createdAt: job.userAt, ...branchesOf(job) };
  await Promise.all([tellAccepted(context, accepted), tellOthers(job, connectionId)]);
});

/**
 * @throws AppError `invalid_request` for a message with more than one of `replaces`, `versionOf` and `continues`, and
 * for a guest's message with `versionOf` or `continues`
 */
function checkFork(
  { replaces, versionOf, continues }: ChatData,
  { kind }: ReturnType<typeof authoriseFrame>,
): void {
  const places = [replaces, versionOf, continues].filter((place) => place !== undefined);
  if (places.length > 1) throw new AppError('invalid_request', { field: 'versionOf' });
  if (kind === 'guest' && (versionOf ?? continues) !== undefined)
    throw new AppError('invalid_request', { field: 'versionOf' });
}

const branchesOf = ({ branches }: ReplyJob) => (branches ? { branches: [...branches] } : {});

/**
 * Hands the turn to the worker. If this call began the turn and Lambda has certainly refused the job (`wasRefused`),
 * the turn's lock and reservation are released. After any other failure, or if an earlier call began the turn
 * (`isResumed`), a worker may have the turn, so nothing is released. Then either the worker answers, or the client
 * resends the message and the next call hands the turn over again.
 */
async function startWorker(
  request: TurnRequest,
  { call, isResumed }: Extract<Beginning, { kind: 'begun' }>,
  job: ReplyJob,
): Promise<void> {
  try {
    await invokeAsync(ENV.replyFunction, job);
  } catch (cause) {
    if (wasRefused(cause) && !isResumed) {
      await takeBack(request, call);
      throw cause;
    }
    log('ERROR', 'hand-over not confirmed', { requestId: request.requestId, cause });
  }
}

function jobOf(
  { chatId, requestId, replaces, asking }: TurnRequest,
  beginning: Extract<Beginning, { kind: 'begun' }>,
  userText: string,
  weights: NeedWeights | undefined,
): ReplyJob {
  const { sender, now, requested } = asking;
  const { messageIndex, version, history, head, charges, isResumed, candidates, quota, at } = beginning;
  const { instructions, project, fork, branches } = beginning;
  const projectInstructions = project?.text || undefined;
  const { maxOutputTokens } = beginning.allowance;
  const planTokens = beginning.allowance.files?.tokensPerMessage;
  const { files: ofProject = [] } = project ?? {};
  const projectFiles = planTokens === undefined ? [] : ofProject;
  const files = beginning.files.length > 0 ? beginning.files : undefined;
  const message = { text: userText, ...(files && { files }) };
  const { historyTokens } = assistant();
  const system = systemPrompt(assistant().systemPrompt, { instructions, projectInstructions });
  const { messages, contextFrom, isWithoutFiles, hasEarlierFiles } = contextOf(
    history,
    message,
    historyBudget(history, { historyTokens, systemPrompt: system }, head, projectFiles.length > 0),
    { head, fileBudget: planTokens ?? 0, projectFiles },
  );
  const tokens = maxOutputTokens + estimateTokens(system) + tokensOfMessages(messages);
  const routed = filesToRoute(models(), candidates, {
    files: files ?? [],
    projectFiles,
    planTokens,
    ...(requested === undefined && { earlier: messages.slice(0, -1).flatMap((one) => one.files ?? []) }),
  });
  const needs =
    weights && userText !== ''
      ? classify(weights, userText, recentTexts(history))
      : { need: 'general' as const };
  const cached = cachedPrefixOf(models(), { history, messages, contextFrom }, now);
  const routing = {
    ...{ ...needs, candidates, isRequested: requested !== undefined, tokens },
    ...(cached && { cached }),
    ...(routed && { files: routed }),
  };
  const { model, reason } = chooseModel(models(), routing, new Map());
  const isGuest = sender.kind === 'guest';
  const ttl = isGuest ? guestTtl(now) : expiryOf(chatId);
  const place = { owner: sender.owner, chatId, requestId, messageIndex, version };
  const asked = { userText, userAt: new Date(at).toISOString() };
  return {
    ...place,
    ...asked,
    ...{ model: model.id, reason, routing, messages, maxOutputTokens },
    ...{ charges, quota, isResumed, isGuest },
    ...(instructions !== undefined && { instructions }),
    ...(projectInstructions !== undefined && { projectInstructions }),
    ...(contextFrom !== undefined && { contextFrom }),
    ...(isWithoutFiles && { isWithoutFiles }),
    ...(hasEarlierFiles && { hasEarlierFiles }),
    ...(projectFiles.length < ofProject.length && { isWithoutProjectFiles: true }),
    ...(files && { files }),
    ...(planTokens !== undefined && { fileTokens: planTokens }),
    ...(beginning.droppedFiles.length > 0 && { droppedFiles: beginning.droppedFiles }),
    ...(fork && { ...fork, branches }),
    ...(replaces !== undefined && { isReplacing: true }),
    ...(ttl !== undefined && { ttl }),
  };
}

/** A failure is only logged, because the worker's frames also contain the message's index. */
async function tellAccepted(
  { frame, connectionId }: SocketContext<'chat'>,
  data: AcceptedData,
): Promise<void> {
  await postOnce(connectionId, { type: 'accepted', id: frame.id, data }).catch((cause: unknown) =>
    log('WARN', 'acceptance not told', { requestId: frame.id, cause }),
  );
}

/** Sends the message to the sender's other tabs and devices. */
async function tellOthers(job: ReplyJob, connectionId: string): Promise<void> {
  const { owner, chatId, requestId, messageIndex, userText: content, userAt: createdAt } = job;
  const message = { chatId, requestId, content, createdAt, messageIndex };
  const data = {
    ...message,
    ...(job.isReplacing && { replaces: true }),
    ...branchesOf(job),
    ...(job.files && { files: job.files.map((file) => toFileInfo(file)) }),
  };
  await broadcastOrLog(owner, [{ type: 'userMessage', data }], connectionId);
}

/**
 * Answers a resend whose turn is stored. When another request has replaced the turn, the ack has the index and status
 * of the newer turn, without its text.
 */
async function repeatEnd(
  context: SocketContext<'chat'>,
  owner: string,
  { turn, quota }: Extract<Beginning, { kind: 'answered' }>,
): Promise<void> {
  const { frame, connectionId, caller } = context;
  const { chatId } = frame.data;
  const { index: messageIndex, userAt: createdAt = turn.replyAt } = turn;
  if ((turn.requestId ?? frame.id) !== frame.id)
    await post(connectionId, replacedFrame(frame.id, chatId, turn));
  else if (turn.status === 'streaming') await tellAccepted(context, { chatId, messageIndex, createdAt });
  else {
    const ended = { owner, chatId, requestId: frame.id, messageIndex, turn, quota };
    for (const sent of endFrames({ ...ended, isGuest: caller.kind === 'guest' }))
      await post(connectionId, sent);
  }
}
