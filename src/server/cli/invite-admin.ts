import {
  permissions as allPermissions,
  fullPermissions,
  type Permission,
} from "#domain/people/permissions.ts";
import { ConfigError, readConfig } from "#server/config.ts";
import { DirectoryInUse } from "#server/db/lock-directory.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { makeInvitation } from "#server/accounts/invitations.ts";

// npm run invite-admin [-- PERMISSION…]
const wanted = process.argv.slice(2);
const unknown = wanted.filter((word) => !allPermissions.some((permission) => permission === word));
if (unknown.length) {
  process.stderr.write(
    `Unknown: ${unknown.join(", ")}. Permissions are ${allPermissions.join(", ")}; without any, all are given.\n`,
  );
  process.exit(2);
}
try {
  const config = readConfig(process.env);
  const database = await openDatabase(config);
  try {
    const permissions = wanted.length ? (wanted as Permission[]) : [...fullPermissions];
    const { code, invitation } = await makeInvitation({ database }, { permissions });
    process.stdout.write(
      `Admin code: ${code}\nFor one person, until ${invitation.expiresAt}, with ${permissions.join(", ")}.\nSign up at ${new URL("/signup?type=admin", config.publicUrl).href}\n`,
    );
  } finally {
    await database.close();
  }
} catch (error) {
  if (!(error instanceof DirectoryInUse || error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
