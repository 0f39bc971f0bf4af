/** Operators' command `search rebuild`, which builds search indexes again from the chats. */
import { parseArgs } from 'node:util';
import { rebuildIndex } from '../lambdas/domain/search/rebuild-index.ts';
import { indexStore } from '../lambdas/store/search/index-rows.ts';
import { listItems, listOwners } from '../lambdas/store/search/rebuild-source.ts';
import type { Command, Say } from './command.ts';
import { connect } from './connection.ts';
import { OpsError } from './error.ts';

const HELP = `npm run ops -- search rebuild [options]

Rebuilds the search index from the stored chats: of every user, or of one. Safe at any time: searches answer
while it runs, and running it twice, or again after it broke off, does no harm. It reads every chat and message
of these users (about a read unit for each 4 KB) and writes about one unit for five messages.

  --owner <sub>           only this user, by their id (sub) in the user pool
  --stack <name>          the data stack, where an account has several
  --chats-table <name>    the tables by name, instead of by their stack
  --search-table <name>
  --local                 the stack of npm start, instead of an AWS account
  --json                  one JSON line for each user, for programs
  --help`;

export const searchRebuild: Command = {
  summary: 'rebuilds search indexes from the chats',
  run: rebuild,
};

async function rebuild(args: readonly string[], say: Say): Promise<void> {
  const options = read(args);
  if (options.help) {
    say(HELP);
    return;
  }
  await connect({
    local: options.local,
    stack: options.stack,
    chatsTable: options['chats-table'],
    searchTable: options['search-table'],
  });
  const owners = options.owner === undefined ? listOwners() : [options.owner];
  let [users, texts] = [0, 0];
  for await (const owner of owners) {
    const rebuilt = await rebuildIndex(owner, indexStore, () => listItems(owner));
    users += 1;
    texts += rebuilt.texts;
    say(
      options.json
        ? JSON.stringify({ owner, ...rebuilt })
        : `${owner}: ${rebuilt.texts} texts in ${rebuilt.segments} segments`,
    );
  }
  if (!options.json) say(`Done: ${users} users, ${texts} texts.`);
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        owner: { type: 'string' },
        stack: { type: 'string' },
        'chats-table': { type: 'string' },
        'search-table': { type: 'string' },
        local: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new OpsError(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
  }
}
