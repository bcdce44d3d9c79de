import { describe, expect, it } from "vitest";
import { can, canGrant, permissions, toldPermissions } from "./permissions.ts";

const nobody = { role: "customer", permissions: ["all"] } as const;
const full = { role: "admin", permissions: ["all_permissions"] } as const;
const cars = { role: "admin", permissions: ["manage_cars"] } as const;

describe("permissions", () => {
  it("are nothing without the role", () => {
    expect(permissions.some((permission) => can(nobody, permission))).toBe(false);
    expect(toldPermissions(nobody)).toEqual([]);
  });

  it("are everything with either word for everything", () => {
    for (const word of ["all", "all_permissions"] as const)
      expect(permissions.every((permission) => can({ role: "admin", permissions: [word] }, permission))).toBe(true);
    expect(toldPermissions(full)).toEqual(["all", "all_permissions"]);
  });

  it("are what the list says and no more", () => {
    expect(permissions.filter((permission) => can(cars, permission))).toEqual(["manage_cars"]);
  });

  it("can be granted only by who holds them", () => {
    expect(canGrant(cars, ["manage_cars"])).toBe(true);
    expect(canGrant(cars, ["manage_cars", "manage_users"])).toBe(false);
    expect(canGrant(cars, ["all"])).toBe(false);
    expect(canGrant(full, [...permissions])).toBe(true);
  });
});
