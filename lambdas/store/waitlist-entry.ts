/** Reads what the waitlist keeps of an address, for the export. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { type WaitlistItem, waitlistKey } from './invite-items.ts';
import { db, waitlistTable } from './tables.ts';

export async function readWaitlistEntry(email: string): Promise<WaitlistItem | undefined> {
  const { Item } = await db().send(new GetCommand({ TableName: waitlistTable(), Key: waitlistKey(email) }));
  return Item as WaitlistItem | undefined; // as the waitlist stored it
}
