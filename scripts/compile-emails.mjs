// Compiles the texts of emails, messages/{en,zh}/emails.json, into typed functions, src/server/mail/paraglide, if
// they changed. Every command of package.json begins with this script, and so does vitest.config.ts.
//   node_modules/.bin/node scripts/compile-emails.mjs      on the pinned Node, which reads TypeScript
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emailParaglide } from "../paraglide.config.ts";

const sources = [
  "messages/en/emails.json",
  "messages/zh/emails.json",
  "emails.inlang/settings.json",
  "paraglide.config.ts",
  "package-lock.json",
];

export async function compileEmails() {
  const hash = createHash("sha256");
  for (const file of sources) hash.update(readFileSync(file));
  const wanted = hash.digest("hex");
  const stamp = join(emailParaglide.outdir, ".compiled");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const { compile } = await import("@inlang/paraglide-js");
  await compile(emailParaglide);
  writeFileSync(stamp, wanted);
}

if (import.meta.filename === process.argv[1]) await compileEmails();
