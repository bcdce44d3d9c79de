import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type EmailKind, emailKinds, factsOfKind } from "#domain/people/email-kinds.ts";

const kinds = Object.keys(emailKinds) as EmailKind[];

/** Files that write emails, and the words in them. */
const templates = globSync("src/{server,gotrue}/**/*.ts")
  .filter((file) => !/\.test\.ts$|[\\/]mail[\\/](?:write-email|to-renter|to-admins)\.ts$/.test(file))
  .map((file) => readFileSync(file, "utf8"))
  .filter((text) =>
    /\b(?:writeEmail|toRenter|orderToRenter|paymentToRenter|toAdmins|orderToAdmins|changedEmail)\(/.test(
      text,
    ),
  );
const named = new Set(templates.flatMap((text) => text.match(/\b[a-z_]+\b/g) ?? []));

it("every kind of email has a template that names it whole", () => {
  expect(templates.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => !named.has(kind))).toEqual([]);
});

it("every email that signs somebody in or opens an order without an account is secret", () => {
  expect(kinds.filter((kind) => factsOfKind(kind).isSecret).toSorted()).toEqual([
    "email_change_current",
    "email_change_new",
    "invite",
    "magiclink",
    "order_address_confirmed",
    "order_link",
    "order_received",
    "reauthentication",
    "recovery",
    "signup",
    "subscription_code",
    "subscription_confirm",
  ]);
});

it("exactly the back office's emails have a kind that begins with admin_", () => {
  for (const kind of kinds)
    expect(factsOfKind(kind).audience === "admin", kind).toBe(kind.startsWith("admin_"));
});

it("every email to hosts is joined unless it needs an answer, can't wait or protects an account", () => {
  const ofHosts = kinds.filter((kind) => factsOfKind(kind).audience === "host");
  expect(ofHosts.filter((kind) => !factsOfKind(kind).isJoinable)).toEqual([
    "host_car_papers_end",
    "host_order_asked",
    "host_order_reminder",
    "host_change_asked",
    "host_change_reminder",
    "host_order_overdue",
    "host_order_car_out",
    "host_pickup_denied",
    "host_incident",
    "host_rental_ended",
    "host_rental_closed",
    "host_replacement_taken",
    "host_calendar_clash",
    "payout_details_changed",
    "host_debt_asked",
    "host_updates",
  ]);
  const joined = kinds.map((kind) => ({ kind, ...factsOfKind(kind) })).filter(({ isJoinable }) => isJoinable);
  expect(joined.length).toBeGreaterThan(30);
  // An email's attachments would be lost in a joined email.
  expect(
    joined.filter(({ audience, isSecret, hasCalendar }) => audience !== "host" || isSecret || hasCalendar),
  ).toEqual([]);
});
