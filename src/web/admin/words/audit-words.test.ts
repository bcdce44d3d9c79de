import { expect, it } from "vitest";
import { auditPlace } from "./audit-words.ts";

it.each([
  ["order", "placed", "LB-1", "/admin/order-management?order=7"],
  ["car", "updated", "Kia Rio", "/admin/edit-car/7"],
  ["car", "retired", "Kia Rio", "/admin/retired-cars"],
  ["car", "deleted", "Kia Rio", undefined],
  ["user", "suspended", "Wei Lin", "/admin/users/7"],
  ["user", "changed", "", undefined],
  ["permission", "role", "Wei Lin", "/admin/users/7"],
  ["permission", "invited", "", "/admin/users"],
  ["permission", "withdrawn", "", "/admin/users"],
  ["permission", "released", "", undefined],
  ["month", "closed", "2026-02", "/admin/finance"],
  ["payout", "payout_paid", "", "/admin/payouts"],
  ["setting", "changed", "name", "/admin/settings"],
  ["reply", "added", "Parking", "/admin/messages"],
  ["reply", "deleted", "Parking", undefined],
  ["import", "imported", "cars.csv", "/admin/upload"],
  ["import", "undone", "", "/admin/upload"],
  ["import", "rentals_moved_in", "rentals.csv", "/admin/moving-in"],
  ["of a former version", "done", "", undefined],
])("the audit entry (%s, %s, named %j) has a link to %s", (entity, action, label, place) => {
  expect(auditPlace({ entity, entityId: "7", label, action })).toBe(place);
});
