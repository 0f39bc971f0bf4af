import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../lib/root-and-existing-path.ts';
import { dev, prod } from '../synthesized-deployments.ts';
import { grantsOf } from '../template-queries.ts';

const ENTRIES: Readonly<Record<string, string>> = {
  UsersPreSignUp: 'triggers/preSignUp.ts',
  UsersPostConfirmation: 'triggers/postConfirmation.ts',
  FunctionsConnect: 'socket/connect.ts',
  FunctionsDisconnect: 'socket/disconnect.ts',
  FunctionsInitChat: 'socket/initChat.ts',
  FunctionsChat: 'socket/chat.ts',
  FunctionsLikeMessage: 'socket/likeMessage.ts',
  FunctionsStopReply: 'socket/stopReply.ts',
  FunctionsChats: 'http/chats.ts',
  SearchQuery: 'http/search.ts',
  SearchIndex: 'jobs/indexMessages.ts',
  SearchMerge: 'jobs/mergeSearch.ts',
  SearchDocuments: 'jobs/indexDocuments.ts',
  UsageApi: 'http/usage.ts',
  PersonalApi: 'http/instructions-and-prompts.ts',
  ImportApi: 'http/import.ts',
  ProjectsApi: 'http/projects.ts',
  SharingApi: 'http/shares.ts',
  SharingPublic: 'http/publicShares.ts',
  FilesRegister: 'http/registerFile.ts',
  FilesApi: 'http/files.ts',
  RepliesReply: 'jobs/reply.ts',
  RepliesReplyFailed: 'jobs/replyFailed.ts',
  ChatRemovalPurge: 'jobs/cleanUpAfterRemovals.ts',
  GettingInWaitlist: 'http/waitlist.ts',
  GettingInSignup: 'http/signup-and-password-reset.ts',
  AdminApi: 'http/admin.ts',
  LeavingAccount: 'http/account.ts',
  SecondFactorApi: 'http/secondFactor.ts',
  LeavingJob: 'jobs/deleteAccount.ts',
  RetentionJob: 'jobs/retention.ts',
  SupportApi: 'http/support.ts',
  BillingApi: 'http/subscription.ts',
  BillingTestSubscription: 'http/testSubscription.ts',
  BillingStripeWebhook: 'billing/webhook.ts',
  BillingStripeApply: 'jobs/retryStripeEvent.ts',
  BillingStripeReconcile: 'jobs/reconcileBilling.ts',
};

/** Lists the commands on tables that the entry's bundle has left after tree shaking, such as `PutItem Chats`. */
function callsIn(entry: string): readonly string[] {
  const { outputFiles } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, 'lambdas', entry)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    loader: { '.bin': 'empty' },
    outdir: 'out',
  });
  const text = outputFiles.map((file) => file.text).join('\n');
  const commands = text.matchAll(/new (Get|Put|Update|Delete|Query)Command\d*\(\{(?=([\s\S]{0,200}))/g);
  const single = [...commands].map(([, command = '', input = '']) => {
    const [, table = '?'] = /TableName: (\w+)Table\(\)/.exec(input) ?? [];
    return `${command === 'Query' ? command : `${command}Item`} ${capital(table)}`;
  });
  const batches = [
    ...text.matchAll(/new (Batch\w+)Command\d*\(\{\s*RequestItems: (\{[\s\S]*?\}\s*\}\s*)\)/g),
  ];
  const parts = text.matchAll(/\b(Put|Update|Delete|ConditionCheck): \{\s*TableName: (\w+)Table\(\)/g);
  const ofBatches = batches.flatMap(([, what = '', items = '']) =>
    [...items.matchAll(/\[(\w+)Table\(\)\]/g)].map(([, table = '']) => [what, table] as const),
  );
  const ofParts = [...parts].map(([, what = '', table = '']) => [what, table] as const);
  const several = [...ofBatches, ...ofParts].map(([what, table]) => `${what}Item ${capital(table)}`);
  return [...single, ...several];
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** True for grants on a stream. Lambda itself reads the stream, so the function's code has no such call. */
const isOfStream = (grant: string): boolean =>
  /:(?:DescribeStream|GetRecords|GetShardIterator|ListStreams) /.test(grant);

export function tableCallSpecs(): void {
  describe('the table commands that a function is granted are those that its code sends', () => {
    it.each(Object.entries(ENTRIES))('%s', (name, entry) => {
      const templates = [dev.data, dev.app, prod.data, prod.app];
      const granted = [...new Set(templates.flatMap((template) => grantsOf(template, `${name}Role`)))];
      const onTables = granted.filter((grant) => grant.startsWith('dynamodb:') && !isOfStream(grant));
      expect(onTables.map((grant) => grant.replace('dynamodb:', '')).sort()).toEqual(
        [...new Set(callsIn(entry))].sort(),
      );
    });
  });
}
