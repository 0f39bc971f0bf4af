/**
 * Table of all HTTP calls by name: method, path, and schemas of request and response. The client imports only the calls
 * that it makes.
 */
import type * as z from 'zod/mini';
import * as account from './account.ts';
import * as admin from './admin.ts';
import * as chats from './chats.ts';
import * as signup from './signup.ts';
import * as subscription from './subscription.ts';
import * as support from './support.ts';
import { getUsage } from './usage.ts';
import { joinWaitlist } from './waitlist.ts';

export const http = {
  ...chats,
  joinWaitlist,
  ...signup,
  ...subscription,
  getUsage,
  ...support,
  ...admin,
  ...account,
} as const;

export type HttpCall = keyof typeof http;
export type HttpResponse<C extends HttpCall> = z.infer<(typeof http)[C]['response']>;

/** Method and path of a call. `{name}` in the path is a parameter, in API Gateway's syntax. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
}
