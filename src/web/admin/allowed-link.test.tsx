import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import type { CurrentUser } from "#contract/accounts.ts";
import type { Permission } from "#domain/people/permissions.ts";
import { AllowedLink, PersonLink } from "./allowed-link.tsx";
import { currentUserQuery } from "./queries.ts";
import { mayOpen } from "./sections.ts";

const admin = (...adminPermissions: Permission[]) => ({ isAdmin: true, adminPermissions }) as CurrentUser;

function shownTo(user: CurrentUser | undefined, link: ReactNode): string {
  const cache = new QueryClient();
  if (user) cache.setQueryData(currentUserQuery.queryKey, user);
  return renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={cache}>{link}</QueryClientProvider>
    </MemoryRouter>,
  );
}

describe("an address of the back office", () => {
  it.each([
    ["/admin/users", ["view_admin"], true],
    ["/admin/users?people=admins", ["view_admin"], true],
    ["/admin/users/7", ["view_admin"], false],
    ["/admin/users/7", ["manage_users"], true],
    ["/admin/settings#settings-pay", ["all"], true],
    ["/admin/settings#settings-pay", ["manage_payments"], false],
    ["/admin/hosts/7", ["manage_payments"], true],
    ["/admin/hosts/7", ["manage_users"], false],
    ["/admin/order-management?order=7", [], true],
    ["/somewhere", ["all"], false],
  ] as const)("the back office address %s opens with the permissions %j: %s", (address, held, opens) => {
    expect(mayOpen(admin(...held), address)).toBe(opens);
  });
});

describe("a link into the back office", () => {
  const link = <AllowedLink to="/admin/finance">Finance</AllowedLink>;

  it("a back office link is a link for an administrator who may open its address", () => {
    expect(shownTo(admin("manage_payments"), link)).toBe(
      '<a href="/admin/finance" data-discover="true">Finance</a>',
    );
  });

  it.each([admin("manage_cars"), undefined])(
    "a back office link is plain text for everybody else",
    (user) => {
      expect(shownTo(user, link)).toBe("Finance");
    },
  );
});

describe("a person's name", () => {
  it("a person's name is a link only for administrators who manage users", () => {
    const name = <PersonLink id="7">Wei Lin</PersonLink>;
    expect(shownTo(admin("manage_users"), name)).toContain('href="/admin/users/7"');
    expect(shownTo(admin("manage_cars"), name)).toBe("<bdi>Wei Lin</bdi>");
  });

  it("a person without an account is named in plain text", () => {
    expect(shownTo(admin("all"), <PersonLink id={null}>Wei Lin</PersonLink>)).toBe("<bdi>Wei Lin</bdi>");
  });
});
