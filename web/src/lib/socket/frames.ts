import * as z from 'zod/mini';
import { AppError } from '#contract/errors';
import { FRAME_MAX_BYTES } from '#contract/limits';
import { type ClientAction, type FrameOf, type ServerFrame, serverFrame } from '#contract/socket';

/**
 * Parses a frame of the server. Returns undefined for a frame that this client does not know, and for data that is no
 * frame, such as an error of API Gateway.
 */
export function parseFrame(text: unknown): ServerFrame | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    const parsed = serverFrame.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * True for the text by which API Gateway reports that a frame was not handled: its function was not invoked, failed, or
 * took too long. The text does not name the frame.
 */
export function isGatewayError(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  try {
    return gatewayError.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

const gatewayError = z.object({ message: z.string(), connectionId: z.string(), requestId: z.string() });

/**
 * Frame as JSON: `first` for the first time that it is sent, and `again`, with `resent: true`, for every later time.
 */
export interface EncodedFrame {
  readonly first: string;
  readonly again: string;
}

/**
 * Encodes a frame.
 * @throws AppError `message_too_long` for a frame so long that API Gateway would close the socket (code 1009)
 */
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
