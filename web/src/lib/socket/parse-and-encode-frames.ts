import * as z from 'zod/mini';
import { AppError } from '#contract/error-codes';
import { FRAME_MAX_BYTES } from '#contract/limits';
import { type ClientAction, type FrameOf, type ServerFrame, serverFrame } from '#contract/socket';

/** Returns undefined for a frame that this client does not know, and for data that is no frame. */
export function parseFrame(text: unknown): ServerFrame | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const parsed = serverFrame.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** True for the text by which API Gateway reports that a frame's function was not invoked, failed, or took too long. */
export function isGatewayError(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  try {
    return gatewayError.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

const gatewayError = z.object({ message: z.string(), connectionId: z.string(), requestId: z.string() });

/** Frame as JSON: `first` for the first sending, `again` (with `resent: true`) for every later sending. */
export interface EncodedFrame {
  readonly first: string;
  readonly again: string;
}

/** @throws AppError `message_too_long` for a frame so long that API Gateway would close the socket (code 1009) */
export function encodeFrame<A extends ClientAction>(
  action: A,
  id: string,
  data: FrameOf<A>['data'],
): EncodedFrame {
  const first = JSON.stringify({ action, id, data });
  const again = JSON.stringify({ action, id, resent: true, data });
  if (new TextEncoder().encode(again).length > FRAME_MAX_BYTES) throw new AppError('message_too_long');
  return { first, again };
}
