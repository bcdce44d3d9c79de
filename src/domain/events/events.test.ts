import { describe, expect, it } from "vitest";
import { permissions } from "#domain/people/permissions.ts";
import { type AdminAudience, type EventKind, eventKinds, type EventReader, mayRead } from "./events.ts";

const reader = (id: string, of: Partial<EventReader> = {}): EventReader => ({
  id,
  role: "customer",
  permissions: [],
  ...of,
});
const named = "named";
/** Twelve readers: some are named by an event, some aren't. */
const identities: [string, EventReader][] = [
  ["whom it is about", reader(named)],
  ["another renter", reader("other")],
  ["a renter whose list says all", reader("liar", { permissions: ["all"] })],
  ["the host whom it is about", reader(named, { role: "host" })],
  ["another host", reader("host", { role: "host" })],
  ["a host whose list says all", reader("lying host", { role: "host", permissions: ["all_permissions"] })],
  ["an administrator without permissions", reader("admin", { role: "admin" })],
  ["a full administrator", reader("full", { role: "admin", permissions: ["all"] })],
  ["one of payments", reader("money", { role: "admin", permissions: ["manage_payments"] })],
  ["one of users", reader("users", { role: "admin", permissions: ["manage_users"] })],
  ["one of disputes", reader("disputes", { role: "admin", permissions: ["manage_disputes"] })],
  ["an administrator whom it is about", reader(named, { role: "admin" })],
];
const audiences: (AdminAudience | null)[] = [null, "administrator", ...permissions];

describe.each(Object.keys(eventKinds) as EventKind[])("an event of kind %s", (kind) => {
  it.each(identities)("an event is delivered to %s only if it is meant for them", (_name, who) => {
    for (const admins of audiences) {
      const isFull = who.permissions.some((held) => held === "all" || held === "all_permissions");
      const isOfAdmins =
        who.role === "admin" &&
        admins !== null &&
        (admins === "administrator" || isFull || who.permissions.includes(admins));
      const isNamed = who.id === named && !["alert", "note"].includes(kind);
      expect(mayRead(who, { kind, to: [named], admins }), `${admins}`).toBe(isNamed || isOfAdmins);
      expect(mayRead(who, { kind, to: [], admins })).toBe(isOfAdmins);
    }
  });
});
