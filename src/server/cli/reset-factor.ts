import { resetFactors } from "#gotrue/users/reset-factors.ts";
import { ConfigError, readConfig } from "#server/config.ts";
import { audit } from "#server/db/audit.ts";
import { DirectoryInUse } from "#server/db/lock-directory.ts";
import { openDatabase } from "#server/db/open-database.ts";

// npm run reset-factor -- EMAIL
const [email = "", ...more] = process.argv.slice(2);
if (!email.includes("@") || more.length > 0) {
  process.stderr.write("Name one account by its email address: npm run reset-factor -- name@example.com\n");
  process.exit(2);
}
try {
  const database = await openDatabase(readConfig(process.env));
  try {
    const reset = await database.transaction(async (tx) => {
      const done = await resetFactors(tx, email);
      if (done)
        await audit(tx, {
          actor: "command line",
          entity: "user",
          entityId: done.userId,
          action: "factors_reset",
        });
      return done;
    });
    if (reset)
      process.stdout.write(
        `${reset.count === 1 ? "One second factor is" : `${reset.count} second factors are`} gone, and every session of ${email} has ended. The next sign-in sets up a new one.\n`,
      );
    else {
      process.stderr.write(`Nobody has the address ${email} here.\n`);
      process.exitCode = 1;
    }
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof DirectoryInUse || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
