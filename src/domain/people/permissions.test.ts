import { describe, expect, it } from "vitest";
import {
  can,
  canGrant,
  keptPermissions,
  type Permission,
  permissions,
  rightsError,
  type Role,
  listedPermissions,
} from "./permissions.ts";
import { namedRoleNames, namedRoleOf, namedRoles } from "./named-roles.ts";

const nobody = { role: "customer", permissions: ["all"] } as const;
const full = { role: "admin", permissions: ["all_permissions"] } as const;
const cars = { role: "admin", permissions: ["manage_cars"] } as const;

describe("permissions", () => {
  it("a person without the administrator role has no permissions", () => {
    expect(permissions.some((permission) => can(nobody, permission))).toBe(false);
    expect(listedPermissions(nobody)).toEqual([]);
  });

  it("either word for everything gives an administrator all permissions", () => {
    for (const word of ["all", "all_permissions"] as const)
      expect(permissions.every((permission) => can({ role: "admin", permissions: [word] }, permission))).toBe(
        true,
      );
    expect(listedPermissions(full)).toEqual(["all", "all_permissions"]);
  });

  it("an administrator has exactly the listed permissions", () => {
    expect(permissions.filter((permission) => can(cars, permission))).toEqual(["manage_cars"]);
  });

  it("a permission can be granted only by an administrator who has it", () => {
    expect(canGrant(cars, ["manage_cars"])).toBe(true);
    expect(canGrant(cars, ["manage_cars", "manage_users"])).toBe(false);
    expect(canGrant(cars, ["all"])).toBe(false);
    expect(canGrant(full, [...permissions])).toBe(true);
  });

  it("permissions are saved once each in order, and full permission as its two words only", () => {
    expect(keptPermissions(["view_admin", "manage_users", "view_admin"])).toEqual([
      "manage_users",
      "view_admin",
    ]);
    expect(keptPermissions(["manage_cars", "all"])).toEqual(["all", "all_permissions"]);
    expect(keptPermissions(["all_permissions"])).toEqual(["all", "all_permissions"]);
    expect(keptPermissions([])).toEqual([]);
  });
});

describe("an administrator's right to change other rights", () => {
  const person = (role: Role, ...held: Permission[]) => ({
    id: `${role} ${held.join()}`,
    role,
    permissions: held,
  });
  const users = person("admin", "manage_users");
  const both = person("admin", "manage_users", "manage_cars");
  const boss = person("admin", "all");
  const customer = person("customer");

  it.each([
    ["makes a customer a host", users, customer, person("host"), undefined],
    [
      "makes a customer an administrator with what they hold",
      both,
      customer,
      person("admin", "manage_cars"),
      undefined,
    ],
    ["takes what they hold", both, person("admin", "manage_cars"), customer, undefined],
    [
      "leaves alone what they lack",
      both,
      person("admin", "view_reports"),
      person("admin", "view_reports", "manage_cars"),
      undefined,
    ],
    ["grants what they lack", users, customer, person("admin", "manage_cars"), "beyond_own"],
    ["takes what they lack", users, person("admin", "manage_cars"), customer, "beyond_own"],
    ["grants everything", both, customer, person("admin", "all"), "beyond_own"],
    ["grants everything by its other word", both, customer, person("admin", "all_permissions"), "beyond_own"],
    ["takes everything", both, person("admin", "all_permissions"), customer, "beyond_own"],
    [
      "as a full administrator takes everything",
      boss,
      person("admin", "all_permissions"),
      customer,
      undefined,
    ],
    ["raises themselves", users, users, person("admin", "all"), "self"],
    ["lowers themselves", boss, boss, customer, "self"],
    ["is no administrator", person("host", "all"), customer, person("admin", "manage_cars"), "beyond_own"],
  ] as const)("the rule for rights is right when a person %s", (_action, by, of, to, error) => {
    expect(rightsError(by, of, to)).toBe(error);
  });
});

describe("named roles", () => {
  it("a named role is recognized by its permissions in any order", () => {
    for (const name of namedRoleNames) expect(namedRoleOf(namedRoles[name].toReversed())).toBe(name);
    expect(namedRoleOf(["all"])).toBe("owner");
    expect(namedRoleOf(["manage_cars"])).toBeUndefined();
    expect(namedRoleOf([])).toBe("support");
  });
});

describe("a read-only administrator", () => {
  const by = { id: "by", role: "admin", permissions: ["manage_users", "manage_cars"] } as const;
  const of = { id: "of", role: "admin", permissions: ["manage_cars"] } as const;

  it("only an administrator with all the changed permissions makes another read-only, or releases them", () => {
    expect(rightsError(by, of, { ...of, isReadOnly: true })).toBeUndefined();
    expect(rightsError(by, { ...of, isReadOnly: true }, of)).toBeUndefined();
    const finance = { ...of, permissions: ["manage_payments"] } as const;
    expect(rightsError(by, finance, { ...finance, isReadOnly: true })).toBe("beyond_own");
    expect(rightsError(by, { ...finance, isReadOnly: true }, finance)).toBe("beyond_own");
    expect(rightsError(by, by, { ...by, isReadOnly: true })).toBe("self");
  });
});
