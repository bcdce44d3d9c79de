import type { FastifyInstance } from "fastify";
import { getFirstRun, sendTestEmail } from "#contract/admin/first-run.ts";
import { Refusal } from "#contract/errors.ts";
import { hour, secondsIn } from "#domain/durations.ts";
import type { Language } from "#domain/languages.ts";
import { type FirstRunStep, stepsFor } from "#domain/site/first-run.ts";
import { findLastBackup } from "#server/backup/queries.ts";
import type { Config } from "#server/config.ts";
import { refuseOver } from "#server/http/limits.ts";
import { serve } from "#server/http/serve.ts";
import { visitorLanguage } from "#server/http/visitor-language.ts";
import { paragraph } from "#server/mail/blocks.ts";
import type { Email } from "#server/mail/email.ts";
import { wasTestEmailSent } from "#server/mail/test-email.ts";
import { m } from "#server/mail/words.ts";
import { writeEmail } from "#server/mail/write-email.ts";
import { providersSet } from "#server/provider-settings.ts";
import type { Services } from "#server/services.ts";
import { findSettings } from "#server/settings/queries.ts";
import { countForFirstRun } from "./queries.ts";

/** What a new business has still to do before its first renter. */
export function firstRunRoutes(app: FastifyInstance, services: Services): void {
  const { config, database, outbox } = services;

  serve(app, getFirstRun, async ({ signedIn: { account } }) => ({
    steps: stepsFor(account, await stepsDone(services)),
    hasMailServer: config.smtpUrl !== undefined,
  }));

  serve(app, sendTestEmail, async ({ signedIn: { account }, request }) => {
    if (account.email === "") throw new Refusal("conflict", "Your account has no email address.");
    await refuseOver(
      services,
      [{ key: `test-email:${account.id}`, most: 10, seconds: secondsIn(hour) }],
      "Please wait a while before you send another test email.",
    );
    await database.transaction((tx) =>
      outbox.post(tx, [testEmail(config, { ...account, language: visitorLanguage(request) })]),
    );
    return { message: "Sent." };
  });
}

async function stepsDone(services: Services): Promise<Set<FirstRunStep>> {
  const { config, database } = services;
  const [{ written }, counts, hasTest, backup] = await Promise.all([
    findSettings(database),
    countForFirstRun(database),
    wasTestEmailSent(database),
    findLastBackup(database, config.dataDir),
  ]);
  const said = { ...written, ...config.written };
  const done: Record<FirstRunStep, boolean> = {
    name: Boolean(said.legalName && said.legalAddress && said.contactPhone),
    payment:
      Boolean(said.paymentInstructions || said.paymentInstructionsZh) || providersSet(config).length > 0,
    test_email: hasTest,
    second_administrator: counts.administrators > 1,
    fleet: counts.hasCar,
    backup: backup !== undefined,
  };
  return new Set((Object.keys(done) as FirstRunStep[]).filter((step) => done[step]));
}

/** Says to an administrator that emails arrive. */
const testEmail = (
  { publicUrl }: Pick<Config, "publicUrl">,
  to: { email: string; fullName: string; language: Language },
): Email =>
  writeEmail("test_email", { email: to.email, language: to.language, name: to.fullName }, ({ say }) => ({
    subject: say(m.email_test_subject),
    blocks: [paragraph(say(m.email_test_body, { site: publicUrl.host }))],
  }));
