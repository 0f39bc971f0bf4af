import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../lib/paths.ts';
import { dev } from '../cloud.ts';
import { grantsOf } from '../template.ts';

const ENTRIES: Readonly<Record<string, string>> = {
  UsersPreSignUp: 'triggers/preSignUp.ts',
  FunctionsConnect: 'socket/connect.ts',
  FunctionsDisconnect: 'socket/disconnect.ts',
  FunctionsInitChat: 'socket/initChat.ts',
  FunctionsChat: 'socket/chat.ts',
  FunctionsStopReply: 'socket/stopReply.ts',
  FunctionsChats: 'http/chats.ts',
  RepliesReply: 'jobs/reply.ts',
  RepliesReplyFailed: 'jobs/replyFailed.ts',
};

/** `PutItem Chats` and so on: every command on a table that is left in the entry's bundle. */
function callsIn(entry: string): readonly string[] {
  const { outputFiles } = buildSync({
    absWorkingDir: ROOT,
    entryPoints: [join(ROOT, 'lambdas', entry)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: 'out',
  });
  const text = outputFiles.map((file) => file.text).join('\n');
  const commands = text.matchAll(/new (Get|Put|Update|Delete|Query)Command\d*\(\{(?=([\s\S]{0,200}))/g);
  return [...commands].map(([, command = '', input = '']) => {
    const [, table = '?'] = /TableName: (\w+)Table\(\)/.exec(input) ?? [];
    return `${command === 'Query' ? command : `${command}Item`} ${table[0]?.toUpperCase()}${table.slice(1)}`;
  });
}

export function tableCallSpecs(): void {
  describe('what functions may do with tables is what their code does', () => {
    it.each(Object.entries(ENTRIES))('%s', (name, entry) => {
      const granted = [...grantsOf(dev.data, `${name}Role`), ...grantsOf(dev.app, `${name}Role`)];
      const onTables = granted.filter((grant) => grant.startsWith('dynamodb:'));
      expect(onTables.map((grant) => grant.replace('dynamodb:', '')).sort()).toEqual(
        [...new Set(callsIn(entry))].sort(),
      );
    });
  });
}
