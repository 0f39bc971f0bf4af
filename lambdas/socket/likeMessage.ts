/** likeMessage (spec 7): likes or unlikes a reply. Guests may not (spec 6). */
import { AppError } from '#contract/errors';
import type { AckData } from '#contract/socket';
import { partyOf } from '../domain/identity.ts';
import { likeMessage } from '../domain/like.ts';
import { post } from '../runtime/post.ts';
import { socketHandler } from '../runtime/socket-handler.ts';

export const handler = socketHandler('likeMessage', async ({ frame, caller, connectionId }) => {
  if (caller.kind === 'guest') throw new AppError('forbidden');
  const { chatId, messageIndex, liked } = frame.data;
  const { owner } = partyOf(caller, frame.data, chatId);
  await likeMessage({ owner, chatId, messageIndex, liked }, { post, connectionId });
  return { chatId, messageIndex, liked } satisfies AckData<'likeMessage'>;
});
