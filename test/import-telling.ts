// Imports a file of cars and says after each batch how much memory is in use, so that a test can watch it or end it in
// between. Run by import-cars.test.ts as its own process: node --expose-gc test/import-telling.ts FILE
import { watchCatalogue } from "#server/catalogue/facts.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { importCars } from "#server/import/import-cars.ts";

const database = await openDatabase(readConfig(process.env));
const telling: typeof database = {
  ...database,
  async transaction(work) {
    const result = await database.transaction(work);
    globalThis.gc?.();
    process.stdout.write(`${process.memoryUsage().heapUsed}\n`);
    return result;
  },
};
await importCars({ database: telling, catalogue: await watchCatalogue(database), now: Date.now }, process.argv[2] ?? "", "test");
await database.close();
