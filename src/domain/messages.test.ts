import { readdir, readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { languages } from "./languages.ts";

const root = new URL("../../", import.meta.url);

it.each(languages)("every message has one name in %s", async (language) => {
  const folder = new URL(`messages/${language}/`, root);
  const files = await Promise.all(
    (await readdir(folder)).map((file) => readFile(new URL(file, folder), "utf8")),
  );
  const keys = files.flatMap((text) => [...text.matchAll(/^ {2}"(\w+)":/gm)].map(([, key = ""]) => key));
  expect(keys.length).toBeGreaterThan(1_000);
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

const counted = /\{(count|total|days|rows|years|tries)\} (?:[a-z]+ )?[a-z]+s\b/;
/** Beginnings of messages whose count is never one: by a rule's number, or because a screen shows several. */
const neverOne = [
  [
    "cars_card_min",
    "cars_chip",
    "cars_stay",
    "cars_feature_seats",
    "car_min",
    "car_total_for",
    "admin_cars_days",
    "admin_car_pauses",
  ],
  [
    "request_",
    "wizard_insurance_for_days",
    "wizard_too_many",
    "order_error_",
    "changes_extension_",
    "changes_early_lead",
    "papers_private",
    "reviews_form_",
  ],
  ["admin_alerts_all", "admin_upload_preview", "admin_zip_preview", "admin_storage_shown", "admin_pay_"],
  ["conversations_too_long", "checkout_error_cvv", "email_subscription_confirm_ends"],
  [
    "car_benefit_extend",
    "car_pick_long_car",
    "drivers_error_full",
    "host_reviews_none",
    "order_phase_completed",
    "subscriptions_link_text",
  ],
].flat();

it("an English message with a count has a singular", async () => {
  const folder = new URL("messages/en/", root);
  const files = await Promise.all(
    (await readdir(folder)).map((file) => readFile(new URL(file, folder), "utf8")),
  );
  const all = new Map(files.flatMap((text) => Object.entries(JSON.parse(text) as Record<string, unknown>)));
  expect(all.size).toBeGreaterThan(1000);
  const withoutSingular = [...all].filter(
    ([key, text]) =>
      typeof text === "string" &&
      counted.test(text) &&
      !neverOne.some((beginning) => key.startsWith(beginning)) &&
      !all.has(`${key.replace(/_(?:other|many|several)$/, "")}_one`),
  );
  expect(withoutSingular.map(([key, text]) => `${key}: ${String(text)}`)).toEqual([]);
});
