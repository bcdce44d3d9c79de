// A wall that nobody has run against may be paint. Plants one forbidden import after the other in a file of its own and
// expects the linter, or the room's compiler, to refuse it.
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const lint = (file) => spawnSync(process.execPath, [join("node_modules", "oxlint", "bin/oxlint"), "--quiet", file], { encoding: "utf8" });
const compile = (file) =>
  spawnSync(process.execPath, [join("node_modules", "typescript", "bin/tsc"), "-p", dirname(file).split("/").slice(0, 2).join("/")], { encoding: "utf8" });

const forbidden = [
  ["src/domain", 'import { z } from "zod"; export const x = z;', lint],
  ["src/domain", 'import { Refusal } from "#contract/errors.ts"; export const x = Refusal;', lint],
  ["src/domain", "export const x = process.cwd();", compile],
  ["src/domain", "export const x = document.title;", compile],
  ["src/contract", 'import { readConfig } from "#server/config.ts"; export const x = readConfig;', lint],
  ["src/contract", 'import { readFileSync } from "node:fs"; export const x = readFileSync;', lint],
  ["src/server", 'import { render } from "#web/entry.fastify.ts"; export const x = render;', lint],
  ["src/server", 'import { useState } from "react"; export const x = useState;', lint],
  ["src/server/quotes", 'import { placeBooking } from "#server/orders/place-order.ts"; export const x = placeBooking;', lint],
  ["src/web", 'import { readConfig } from "#server/config.ts"; export const x = readConfig;', lint],
  ["src/web", 'import type { Services } from "#server/services.ts"; export type X = Services;', lint],
  ["src/web", 'import pg from "pg"; export const x = pg;', lint],
  ["src/web/cars", 'import { RequestForm } from "#web/orders/request/request-form.tsx"; export const x = RequestForm;', lint],
];

const standing = forbidden.filter(([folder, code, tool]) => {
  const file = join(folder, `wall-trial-${process.pid}.ts`);
  writeFileSync(file, `${code}\n`);
  try {
    const answer = tool(file);
    return answer.status === 0 || !/no-restricted-imports|error TS/.test(answer.stdout + answer.stderr);
  } finally {
    rmSync(file, { force: true });
  }
});
for (const [folder, code] of standing) console.error(`${folder} may contain: ${code}`);
console.log(`${forbidden.length - standing.length} of ${forbidden.length} forbidden imports refused`);
process.exit(standing.length ? 1 : 0);
