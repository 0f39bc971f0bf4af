import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../aws-json/aws-json-service.ts';
import type { Engine } from './dynalite-engine.ts';
import type { TableProperties } from './dynamodb-types.ts';
import type { TimeToLive } from './ttl.ts';

/**
 * Creates the missing tables, and sets the TTL attribute of each table whose template enables TTL. Throws for a table
 * whose keys or indexes have changed, because the engine sets keys and indexes only when it creates a table.
 */
export async function createTables(
  engine: Engine,
  ttl: TimeToLive,
  tables: Readonly<Record<string, TableProperties>>,
): Promise<void> {
  const { TableNames } = await engine.run(engine.prepare('ListTables', {}));
  const known = new Set(TableNames as readonly string[]); // the cast follows DynamoDB's documentation
  for (const [name, properties] of Object.entries(tables)) {
    if (known.has(name)) await checkShape(engine, name, properties);
    else await createTable(engine, name, properties);
    const { Enabled, AttributeName } = properties.TimeToLiveSpecification ?? {};
    if (Enabled && AttributeName) ttl.set(name, AttributeName);
  }
}

/** Creates a table and waits until it is active. @throws AwsError ResourceInUseException when it exists */
export async function createTable(
  engine: Engine,
  TableName: string,
  properties: TableProperties,
): Promise<void> {
  const indexes = properties.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));
  await engine.run(
    engine.prepare('CreateTable', {
      TableName,
      AttributeDefinitions: properties.AttributeDefinitions,
      KeySchema: properties.KeySchema,
      BillingMode: 'PAY_PER_REQUEST',
      ...(indexes && { GlobalSecondaryIndexes: indexes }),
    }),
  );
  // The engine activates a table by a timer. A call before that would not find the table.
  const isActive = () =>
    engine.table(TableName).then(
      () => true,
      () => false,
    );
  while (!(await isActive())) await new Promise((resolve) => setImmediate(resolve));
}

async function checkShape(engine: Engine, TableName: string, properties: TableProperties): Promise<void> {
  const { Table } = await engine.run(engine.prepare('DescribeTable', { TableName }));
  const before = shapeOf(Table as unknown as TableProperties); // a description has the properties of a template
  const after = shapeOf(properties);
  for (const part of ['keys', 'indexes'] as const)
    if (!isDeepStrictEqual(before[part], after[part]))
      throw new Error(`The ${part} of table ${TableName} have changed; start over with --fresh`);
}

function shapeOf({ AttributeDefinitions, KeySchema, GlobalSecondaryIndexes = [] }: TableProperties) {
  const types = new Map(AttributeDefinitions.map((one) => [one.AttributeName, one.AttributeType]));
  const typed = (keys: readonly JsonObject[]) =>
    keys.map(({ AttributeName, KeyType }) => [AttributeName, KeyType, types.get(AttributeName)]);
  const indexes = GlobalSecondaryIndexes.map(
    (index) => [index.IndexName, [typed(index.KeySchema as JsonObject[]), index.Projection]] as const,
  );
  return { keys: typed(KeySchema), indexes: new Map(indexes) };
}
