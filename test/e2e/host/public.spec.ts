import type { APIRequestContext } from "@playwright/test";
import { admin, openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, ways, waysOf } from "../fixtures.ts";
import { listedCar, newHost } from "../hosts.ts";
import { callsOf, placeOrder } from "../people.ts";

/** The demonstration's host. */
const host = { firstName: "Hao", username: "haochen" };

/** A car of the platform that no other journey looks for. */
async function addCar(request: APIRequestContext, headers: Record<string, string>) {
  const name = `Kia Soul ${crypto.randomUUID().slice(0, 6)}`;
  const car = { brand: "Kia", model: "Soul", year: 2023, category: "Sedan", city: "Fremont", state: "CA" };
  const added = await request.post("/api/admin/cars", {
    headers,
    data: { ...car, name, monthlyPrice: "640.00" },
  });
  expect(added.status()).toBe(201);
  return { id: ((await added.json()) as { id: string }).id, name };
}

for (const way of waysOf("zh, phone", "en, desktop"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("an administrator gives a car to a host, whose public page then shows it", async ({
      page,
      words,
      request,
      scan,
      allow,
    }) => {
      test.setTimeout(120_000);
      allow(/\b40[49]\b/);
      const headers = await callsOf(request, admin);
      const { id, name } = await addCar(request, headers);

      await openAsAdmin(page, `/admin/edit-car/${id}`);
      const owner = page.getByRole("region", { name: words.host_owner(), exact: true });
      await expect(owner).toContainText(words.host_owner_platform_text());
      await owner.getByRole("button", { name: words.host_owner_change() }).click();
      const dialog = page.getByRole("alertdialog");
      await expect(dialog).toContainText(words.host_owner_paused());
      await dialog.getByRole("button", { name: words.host_owner_change() }).click();
      await expect(dialog.getByRole("alert")).toHaveText(words.host_owner_missing());
      await dialog.getByRole("searchbox").fill(host.username);
      await dialog.getByRole("radio", { name: host.firstName }).check();
      await scanBoth(page, scan);
      await dialog.getByRole("button", { name: words.host_owner_change() }).click();
      await expect(dialog).toBeHidden();
      await expect(owner).toContainText(host.firstName);

      // The list names the car's owner, and can be filtered by one owner.
      await page.goto(`/admin/manage-cars?q=${encodeURIComponent(name)}`);
      const row = page.getByRole("row").filter({ hasText: name });
      await expect(row).toContainText(host.firstName);
      const filter = page.getByRole("combobox", { name: words.host_owner(), exact: true });
      await filter.selectOption("platform");
      await expect(page.getByText(words.admin_cars_none(), { exact: true })).toBeVisible();
      await filter.selectOption("hosts");
      await row.getByRole("link", { name: new RegExp(host.firstName) }).click();
      await expect(page).toHaveURL(/owner=[0-9a-f-]{36}/);
      await expect(row).toBeVisible();
      // The car is paused, and only its host can offer it again.
      await expect(row).toContainText(words.admin_cars_paused_host());
      await scan();
      await page.goto(`/admin/edit-car/${id}`);
      await expect(page.getByRole("checkbox", { name: words.admin_cars_paused_host() })).toBeDisabled();

      // A car with an order stays with its owner, and the dialog says which order that is.
      const { headers: theirs } = await newHost(request);
      const listed = await listedCar(request, theirs, { instantBook: true });
      const found = await (await request.get(`/api/cars/${listed.id}`)).json();
      const order = await placeOrder(request, found, "ann.owner@mail.example");
      await page.goto(`/admin/edit-car/${listed.id}`);
      await owner.getByRole("button", { name: words.host_owner_change() }).click();
      await dialog.getByRole("radio", { name: words.host_owner_platform(), exact: true }).check();
      await dialog.getByRole("button", { name: words.host_owner_change() }).click();
      await expect(dialog.getByRole("alert")).toHaveText(
        words.host_owner_open({ number: order.orderNumber }),
      );

      // The car's page names its host and links to the host's page.
      const { firstName, username } = found.host as { firstName: string; username: string };
      await page.goto(`/cars/${listed.id}`);
      await page.getByRole("link", { name: words.host_public_hosted_by({ name: firstName }) }).click();
      await expect(page).toHaveURL(`/hosts/${username}`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(
        words.host_public_heading({ name: firstName }),
      );
      await expect(page.getByRole("heading", { name: found.name })).toBeVisible();
      await expect(page.locator("meta[name=robots]")).toHaveCount(0);
      await scanBoth(page, scan);
      const moved = await request.get(`/hosts/${username.toUpperCase()}?lang=zh`, { maxRedirects: 0 });
      expect(moved.status()).toBe(301);
      expect(moved.headers().location).toBe(`/hosts/${username}?lang=zh`);

      const answer = await page.goto("/hosts/nobody_at_all");
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: words.host_public_missing() })).toBeVisible();
      await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    });
  });
