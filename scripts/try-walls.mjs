// Tries the walls, since a wall that was never tried may not hold. For one forbidden file after the other,
// walls.mjs has to refuse its text; the code that a room's compiler has to refuse is written to a real file.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { breaches } from "./walls.mjs";

const forbiddenImports = {
  "src/domain/trial.ts": 'import { z } from "zod"; export const x = z;',
  "src/domain/orders/trial.ts": 'import { Refusal } from "#contract/errors.ts"; export const x = Refusal;',
  "src/contract/trial.ts": 'import { readConfig } from "#server/config.ts"; export const x = readConfig;',
  "src/contract/admin/trial.ts": 'import { readFileSync } from "node:fs"; export const x = readFileSync;',
  "src/server/trial.ts": 'import { render } from "#web/entry.fastify.ts"; export const x = render;',
  "src/server/cars/trial.ts": 'import { useState } from "react"; export const x = useState;',
  "src/gotrue/trial.ts": 'import { findCar } from "#server/cars/queries.ts"; export const x = findCar;',
  "src/server/charges/trial.ts":
    'import { signUp } from "#gotrue/sign-up/sign-up.ts"; export const x = signUp;',
  "src/server/quotes/trial.ts": 'export { placeBooking } from "#server/booking/place-order.ts";',
  "src/server/http/trial.ts": 'import { findCar } from "#server/cars/queries.ts"; export const x = findCar;',
  "src/server/hosting/trial.ts": 'export const x = () => import("#server/orders/admin/present.ts");',
  "src/server/orders/trial.ts": 'import { x } from "../cars/queries.ts"; export { x };',
  "src/server/mail/trial.ts": 'import { startTestApp } from "#test/app.ts"; export const x = startTestApp;',
  "src/web/trial.ts": 'import { readConfig } from "#server/config.ts"; export const x = readConfig;',
  "src/web/session/trial.ts":
    'import type { Services } from "#server/services.ts"; export type X = Services;',
  "src/web/ui/trial.ts": 'import pg from "pg"; export const x = pg;',
  "src/web/cars/trial.tsx":
    'import { RequestForm } from "#web/booking/request/request-form.tsx"; export const x = RequestForm;',
  "src/web/layout/trial.tsx":
    'import { statsQuery } from "#web/cars/admin/queries.ts"; export const x = statsQuery;',
  // Files that every feature may import only read.
  "src/server/quotes/queries.ts": "export const add = (tx) => tx\n  .insert(quotes)\n  .values({});",
  "src/server/quotes/own-queries.ts": 'export const forget = (rows) => rows("delete from quotes");',
  "src/server/orders/trial-queries.ts": "export const note = (tx) => audit(tx, {});",
  "src/gotrue/trial-queries.ts": "export const ban = (tx) => tx.update(users).set({});",
  // Circles between folders: each import by itself would be allowed.
  "src/server/reviews/round.ts":
    'import { findOrder } from "#server/orders/queries.ts"; export const x = findOrder;',
  "src/web/documents/trial-page.tsx":
    'import { Bill } from "#web/orders/order/bill.tsx"; export const x = Bill;',
  "src/gotrue/round.ts":
    'import { openAuth } from "#server/sign-in/open-auth.ts"; export const x = openAuth;',
  // A circle between the files of one folder.
  "src/web/dashboard/queries.ts":
    'import { FirstRunList } from "./first-run-list.tsx"; export const x = FirstRunList;',
  // A foundation takes no type of a feature.
  "src/server/media/trial.ts":
    'import type { ZipReport } from "#server/imports/zip/take-zip.ts"; export type X = ZipReport;',
  "src/web/i18n/round.ts": 'import { toast } from "#web/ui/toast.ts"; export const x = toast;',
};

const forbiddenGlobals = [
  ["src/domain", "export const x = process.cwd();"],
  ["src/domain", "export const x = document.title;"],
];

const standing = [];
for (const [file, code] of Object.entries(forbiddenImports))
  if (!breaches([[file, code]]).length) standing.push(`${file} may contain: ${code}`);
// With the room's own configuration, but outside the room, since other checks may be reading the room.
const trials = join("test-results", `wall-trials-${process.pid}`);
mkdirSync(trials, { recursive: true });
for (const [room, code] of forbiddenGlobals) {
  const config = { extends: relative(trials, join(room, "tsconfig.json")), include: ["trial.ts"] };
  writeFileSync(join(trials, "tsconfig.json"), JSON.stringify(config));
  writeFileSync(join(trials, "trial.ts"), `${code}\n`);
  const answer = spawnSync(process.execPath, [join("node_modules", "typescript", "bin/tsc"), "-p", trials], {
    encoding: "utf8",
  });
  if (!answer.stdout.includes("Cannot find name")) standing.push(`${room} may contain: ${code}`);
}
rmSync(trials, { recursive: true, force: true });
for (const sentence of standing) console.error(sentence);
const count = Object.keys(forbiddenImports).length + forbiddenGlobals.length;
console.log(`${count - standing.length} of ${count} forbidden imports refused`);
process.exit(standing.length ? 1 : 0);
