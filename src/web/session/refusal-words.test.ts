// @own-window
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { type ErrorCode, errorCodes } from "#contract/errors.ts";
import { ApiError } from "#web/api.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";
import { sessionErrorWords } from "./failure-words.ts";
import "./refusal-words.ts";

/** Refusals that no screen behind the sign-in gets. */
const unreachable: { [code in ErrorCode]?: string } = {
  bad_signature: "the payment provider alone sends what is signed",
  cross_site: "our pages send from our site",
  method_not_allowed: "screens call by the table of endpoints",
  uri_too_long: "no screen makes an address of that length",
  headers_too_large: "no screen makes headers of that size",
  link_not_found: "the public page of subscriptions says it",
  already_subscribed: "the public form of subscriptions says it",
  signup_refused: "only who isn't signed in signs up",
};

/** Refusals of one kind of call, with the file of words that every screen of that call reads. */
const saidBy: { [code in ErrorCode]?: string } = {
  conversation_over: "conversations/why-not.ts",
  renter_without_account: "conversations/why-not.ts",
  report_not_possible: "conversations/why-not.ts",
  driver_not_found: "drivers/error-words.ts",
  driver_not_possible: "drivers/error-words.ts",
  drivers_full: "drivers/error-words.ts",
  repair_days_not_found: "trips/admin/recorded-repairs.tsx",
  handover_lacks: "trips/words.ts",
  record_not_possible: "trips/words.ts",
  payout_not_possible: "payouts/words.ts",
  payout_by_provider: "payouts/words.ts",
  adjustment_not_possible: "earnings/admin/adjustment-words.ts",
  adjustment_decided: "earnings/admin/adjustment-words.ts",
  adjustment_above_most: "earnings/admin/adjustment-words.ts",
  payment_repeated: "payments/admin/record-payment.tsx",
  charge_again_not_possible: "payments/admin/charge-again.tsx",
  agreement_changed: "documents/sign-agreement.tsx",
  agreement_not_ready: "documents/agreement-page.tsx",
  letters_not_printable: "documents/document-error-words.ts",
  charge_not_possible: "charges/charge-words.ts",
  charge_exists: "charges/charge-words.ts",
  charge_answered: "charges/charge-words.ts",
  charge_closed: "charges/charge-words.ts",
  charge_needs_another: "charges/charge-words.ts",
  charge_above_rule: "charges/charge-words.ts",
  charge_above_proposed: "charges/charge-words.ts",
  evidence_missing: "charges/charge-words.ts",
  review_exists: "reviews/review-form.tsx",
  review_not_possible: "reviews/review-form.tsx",
  import_under_way: "imports/refused-upload-words.ts",
  storage_not_set: "storage/use-storage-move.ts",
  move_under_way: "storage/use-storage-move.ts",
  held_by_setting: "dashboard/held-notice.tsx",
  not_reconciled: "dashboard/held-notice.tsx",
  month_not_over: "finance/month-refusals.ts",
  month_needs_another: "finance/month-refusals.ts",
  account_has_open_orders: "accounts/settings/delete-setting.tsx",
  account_has_money_due: "accounts/settings/delete-setting.tsx",
  account_has_earnings_due: "accounts/settings/delete-setting.tsx",
};

const said = "The server’s sentence.";
const wordsOf = (code: ErrorCode, language: "en" | "zh") => {
  overwriteGetLocale(() => language);
  return sessionErrorWords(new ApiError(409, "", JSON.stringify({ code, message: said, error: said })));
};
afterEach(() => overwriteGetLocale(() => "en"));

describe("a refusal's words", () => {
  it.each(errorCodes.filter((code) => !unreachable[code] && !saidBy[code]))(
    "an error code has words in both languages: %s",
    (code) => {
      const [english, chinese] = [wordsOf(code, "en"), wordsOf(code, "zh")];
      expect(english).toMatch(/^[A-Z].+/);
      expect(chinese).toMatch(/\p{Script=Han}/u);
      expect(chinese).not.toContain(said);
    },
  );

  it.each(Object.entries(saidBy))(
    "an error code with its own screen has its words there: %s in %s",
    (code, file) => {
      expect(readFileSync(new URL(`../${file}`, import.meta.url), "utf8")).toMatch(
        new RegExp(`\\b${code}\\b`),
      );
    },
  );

  it("an error code has words in only one place, or none if it is never shown", () => {
    for (const code of Object.keys({ ...unreachable, ...saidBy }) as ErrorCode[])
      expect(wordsOf(code, "zh"), code).toBe(said);
  });

  it("an error code with several reasons shows English readers the server's reason", () => {
    expect(wordsOf("invalid", "en")).toBe(said);
    expect(wordsOf("refund_decided", "en")).not.toBe(said);
  });
});
