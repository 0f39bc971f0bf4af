import type { Page } from 'playwright/test';

/** Code for the page that returns all records in the databases of its origin, as text. */
const ALL_RECORDS = `(async () => {
  const result = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  let text = '';
  for (const { name } of await indexedDB.databases()) {
    const database = await result(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const records = database.transaction(store).objectStore(store);
      const keys = await result(records.getAllKeys());
      if (keys.length > 0) text += JSON.stringify([keys, await result(records.getAll())]);
    }
    database.close();
  }
  return text;
})()`;
/** Returns the text of all that the page's origin keeps in IndexedDB. Empty if it keeps nothing. */
export const keptRecords = (page: Page): Promise<string> => page.evaluate<string>(ALL_RECORDS);
