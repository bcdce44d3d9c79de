// Imports a file of cars and says after every 200 rows on their way to the database how much memory is in
// use, so that a test can watch it or end it in between. Run by cli/import-cars.test.ts as its own process: node
// --expose-gc test/import-with-progress.ts FILE
import { watchCarFacts } from "#server/cars/facts.ts";
import { readConfig } from "#server/config.ts";
import { openDatabase, type Session } from "#server/db/open-database.ts";
import { importCars } from "#server/imports/import-cars.ts";

const config = readConfig(process.env);
const database = await openDatabase(config);

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
const carFacts = await watchCarFacts(database);
await importCars(
  {
    database: { ...database, session },
    carFacts,
    now: Date.now,
    config,
    outbox: { post: () => Promise.resolve([]) },
  },
  process.argv[2] ?? "",
  options,
);
await database.close();
