// Imports a file of cars and says after every 200 rows on their way to the database how much memory is in
// use, so that a test can watch it or end it in between. Run by cli/import-cars.test.ts as its own process: node
// --expose-gc test/import-with-progress.ts FILE
import { watchCatalogue } from "#server/cars/facts.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase, type Session } from "#server/db/open-database.ts";
import { importCars } from "#server/imports/import-cars.ts";

const database = await openDatabase(readConfig(process.env));

async function* withProgress(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let count = 0;
  for await (const line of lines) {
    yield line;
    if (++count % 200) continue;
    globalThis.gc?.();
    process.stdout.write(`${process.memoryUsage().heapUsed}\n`);
  }
}

const session: typeof database.session = (work) =>
  database.session((inner: Session) =>
    work({ ...inner, copyIn: (table, columns, lines) => inner.copyIn(table, columns, withProgress(lines)) }),
  );
const options = { actor: "test", fileName: "test.csv" };
await importCars(
  { database: { ...database, session }, catalogue: await watchCatalogue(database), now: Date.now },
  process.argv[2] ?? "",
  options,
);
await database.close();
