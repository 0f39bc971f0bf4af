/** Revocations of tokens, written straight into the table. */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { revocationKey } from '../../lambdas/store/revocations.ts';
import type { TestStack, TestUser } from './stack.ts';

/** Marks all tokens of the user as revoked, and leaves connections open. */
export async function markRevoked(stack: TestStack, { owner }: Pick<TestUser, 'owner'>): Promise<void> {
  const { documents, table } = stack.inner.dynamodb;
  const issuedUntil = Math.floor(stack.inner.clock.now() / 1000);
  await documents.send(
    new PutCommand({ TableName: table('Connections'), Item: { ...revocationKey(owner), issuedUntil } }),
  );
}

/** Deletes the item that revokes the user's tokens, as its expiry does. */
export async function deleteMark(stack: TestStack, { owner }: Pick<TestUser, 'owner'>): Promise<void> {
  const { documents, table } = stack.inner.dynamodb;
  await documents.send(new DeleteCommand({ TableName: table('Connections'), Key: revocationKey(owner) }));
}
