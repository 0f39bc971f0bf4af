/** The clauses that no test names, and why. */
import type { ClauseId } from './chat-clauses.ts';

export const NOT_TESTED: Partial<Record<ClauseId, string>> = {
  'S2.shell.5':
    'Only the signed-in see the add-chat button; whoever is signed out has Login in its place (S2.shell.6).',
  'S3.message.2':
    'The extras are the client’s own, under names of its own; what they show is tested by S4.loading, S4.like and S4.skip.',
  'S7.transport.1': 'The socket is a WebSocket from the start (docs/spec.md 7.2).',
  'S8.logged.2':
    'A message that the server did not take in is logged, and is also visibly unsent with a way to send it again (safety, Faults e).',
  'S9.chunk.1': 'Scripts are ES modules, which the browser loads; there is no such time limit to set.',
};
