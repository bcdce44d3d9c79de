import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { CurrentUser } from "#contract/accounts.ts";
import type { AdminCar } from "#contract/admin/cars.ts";
import type { Permission } from "#domain/people/permissions.ts";
import { currentUserQuery } from "#web/admin/queries.ts";
import { OwnerPanel } from "./owner-panel.tsx";

const car = { hostId: "7", ownerName: "Wei Lin", ownerEmail: "wei@longbay.example" } as AdminCar;

function linksOf(...adminPermissions: Permission[]): string[] {
  const cache = new QueryClient();
  cache.setQueryData(currentUserQuery.queryKey, { isAdmin: true, adminPermissions } as CurrentUser);
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={cache}>
        <OwnerPanel car={car} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to ?? "");
}

it("the link to a car's host is shown only to administrators who may open it", () => {
  expect(linksOf("manage_cars")).toEqual(["/admin/manage-cars?owner=7"]);
  expect(linksOf("manage_cars", "manage_users")).toEqual(["/admin/users/7", "/admin/manage-cars?owner=7"]);
});
