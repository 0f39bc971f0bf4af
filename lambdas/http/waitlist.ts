/** Joining the waitlist. */
import { joinWaitlist } from '../domain/waitlist.ts';
import { visitorHandler } from '../runtime/http-handler.ts';

export const handler = visitorHandler({
  // The confirming mail comes with its template.
  joinWaitlist: ({ body, caller }) => joinWaitlist(body.email, caller, Date.now(), undefined),
});
