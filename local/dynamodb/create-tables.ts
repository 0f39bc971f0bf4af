/** Creates the missing tables of the templates, and the table into which a backup is restored. */
import type { Engine } from './engine.ts';
import type { TimeToLive } from './ttl.ts';
import type { TableProperties } from './types.ts';

/**
 * Creates missing tables, and sets the TTL attributes of all. Throws for a table whose keys have changed, because its
 * items would be lost. Changes of an existing table's indexes are ignored.
 */
export async function createTables(
  engine: Engine,
  ttl: TimeToLive,
  tables: Readonly<Record<string, TableProperties>>,
): Promise<void> {
  const { TableNames } = await engine.run(engine.prepare('ListTables', {}));
  const known = new Set(TableNames as readonly string[]); // documented by DynamoDB
  for (const [name, properties] of Object.entries(tables)) {
    if (known.has(name)) await checkKeys(engine, name, properties);
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
  // dynalite activates a table by a timer; earlier calls would not find it.
  const isActive = () =>
    engine.table(TableName).then(
      () => true,
      () => false,
    );
  while (!(await isActive())) await new Promise((resolve) => setImmediate(resolve));
}

async function checkKeys(engine: Engine, name: string, properties: TableProperties): Promise<void> {
  const shape = (keys: unknown) => JSON.stringify(keys);
  const table = await engine.table(name);
  if (shape(table.KeySchema) !== shape(properties.KeySchema))
    throw new Error(`The keys of table ${name} have changed; start over with --fresh`);
}
