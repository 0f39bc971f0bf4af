import { parseArgs } from 'node:util';
import { documentSource } from '../lambdas/domain/search/documents/document-text-and-passage-access.ts';
import { TIERS } from '../lambdas/domain/search/index-layout.ts';
import { rebuildIndex } from '../lambdas/domain/search/rebuild-index.ts';
import { ENV } from '../lambdas/runtime/env-names.ts';
import { isGuestOwner } from '../lambdas/store/owner-keys.ts';
import { indexStore } from '../lambdas/store/search/index-rows.ts';
import { filesWithPassages } from '../lambdas/store/search/passage-rows.ts';
import { listItems, listOwners } from '../lambdas/store/search/read-chats-for-rebuild.ts';
import { tablesOfSome } from '../lambdas/store/table-of-row.ts';
import { connectToSearch } from './connect-to-deployment.ts';
import type { Command, Say } from './operator-command.ts';
import { OpsError } from './operator-errors.ts';

const HELP = `npm run ops -- search rebuild [options]

Rebuilds the search index from the stored chats and documents: of every user, or of one. Safe at any time:
searches answer while it runs, and running it twice, or again after it broke off, does no harm. It reads every
chat, message and document of these users (about a read unit for each 4 KB, and a request to S3 for each document)
and writes about one unit for five messages and one for each page of a document.

  --owner <sub>           only this user, by their id (sub) in the user pool. The user may be deleted
  --stack <name>          the deployment, where an account has several: <product>-<stage>
  --chats-table <name>    another table or bucket than the deployment's own. With all three names,
  --search-table <name>   no deployment is needed
  --files-bucket <name>
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
  await connectToSearch({
    local: options.local,
    stack: options.stack,
    names: {
      [ENV.chatsTable]: options['chats-table'],
      [ENV.searchTable]: options['search-table'],
      [ENV.filesBucket]: options['files-bucket'],
    },
  });
  await checkTable(options['chats-table'], 'Chats');
  await checkTable(options['search-table'], 'Search');
  if (options.owner !== undefined) await checkOwner(options.owner);
  const owners = options.owner === undefined ? listOwners() : [options.owner];
  let [users, texts] = [0, 0];
  for await (const owner of owners) {
    const items = () => listItems(owner);
    const rebuilt = await rebuildIndex(owner, {
      ...documentSource,
      ...{ store: indexStore, items, filesWithPassages },
    });
    users += 1;
    texts += rebuilt.texts;
    say(
      options.json
        ? JSON.stringify({ owner, ...rebuilt })
        : `${owner}: ${rebuilt.texts} texts and ${rebuilt.documents} documents in ${rebuilt.segments} segments`,
    );
  }
  if (!options.json) say(`Done: ${users} users, ${texts} texts.`);
}

/** @throws OpsError when a table that the operator names has rows, but none of the wanted kind */
async function checkTable(name: string | undefined, wanted: 'Chats' | 'Search'): Promise<void> {
  const found = name === undefined ? [] : [...(await tablesOfSome(name))];
  if (found.length > 0 && !found.includes(wanted))
    throw new OpsError(`${name} is no table of ${wanted}: it has rows of ${found.join(', ')}.`);
}

/**
 * Does not ask the user pool, because the index of a user who was deleted may be the one to rebuild.
 * @throws OpsError for a guest, and for an owner with neither chats nor rows of an index
 */
async function checkOwner(owner: string): Promise<void> {
  if (!isGuestOwner(owner) && ((await hasChats(owner)) || (await hasIndex(owner)))) return;
  throw new OpsError(
    `There are no chats and no index of "${owner}": --owner is the id of a user, as users list shows it.`,
  );
}

async function hasChats(owner: string): Promise<boolean> {
  for await (const _ of listItems(owner)) return true;
  return false;
}

async function hasIndex(owner: string): Promise<boolean> {
  const found = await Promise.all([
    indexStore.readHead(owner),
    filesWithPassages(owner).then((files) => [...files]),
    ...TIERS.map((tier) => indexStore.readShard(owner, tier, undefined)),
  ]);
  return found.some((rows) => rows.length > 0);
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
        'files-bucket': { type: 'string' },
        local: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new OpsError(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
  }
}
