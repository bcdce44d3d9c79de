import { basename } from "node:path";
import { pino } from "pino";
import { watchCarFacts } from "#server/cars/facts.ts";
import { ConfigError, readConfig } from "#server/config.ts";
import { DirectoryInUse } from "#server/db/lock-directory.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { importCars } from "#server/imports/import-cars.ts";
import { openOutbox } from "#server/mail/outbox.ts";
import { UnreadableFile } from "#server/files/read-csv.ts";

// npm run import-cars -- FILE.csv
const [path] = process.argv.slice(2);
if (!path) {
  process.stderr.write("Usage: npm run import-cars -- FILE.csv\n");
  process.exit(2);
}
try {
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  // It only writes emails: the server delivers them.
  const outbox = await openOutbox(database, config, pino({ level: "silent" }));
  try {
    const report = await importCars(
      { database, carFacts: await watchCarFacts(database), now: Date.now, config, outbox },
      path,
      {
        actor: "command line",
        fileName: basename(path),
      },
    );
    for (const detail of report.errorDetails) process.stderr.write(`${detail}\n`);
    process.stdout.write(
      `${report.processed} rows: ${report.added} added, ${report.updated} updated, ${report.unchanged} unchanged, ${report.errors} refused\n`,
    );
  } finally {
    await outbox.close();
    await database.close();
  }
} catch (error) {
  if (!(error instanceof UnreadableFile || error instanceof DirectoryInUse || error instanceof ConfigError))
    throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
