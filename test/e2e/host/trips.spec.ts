import { expect, scanBoth, test, ways, waysOf } from "../fixtures.ts";
import { hostedRental, listedCar, newHost } from "../hosts.ts";
import { callsOf, confirmedPerson, openSession } from "../people.ts";
import { photo } from "../photo.ts";

for (const way of waysOf("zh, phone", "en, desktop"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("a host finds a rental's records on its page and proposes a charge that the renter accepts", async ({
      language,
      page,
      words,
      request,
      scan,
    }) => {
      const { host, headers } = await newHost(request);
      const car = await listedCar(request, headers);
      const renter = await confirmedPerson(request);
      const order = await hostedRental(request, { renter, headers, car, status: "in_progress" });
      await openSession(page, host);
      await page.goto(`/host/trips/${order.id}?lang=${language}`);
      await expect(page.getByText("Mei Zhangsecret")).toBeVisible();
      await expect(page.getByRole("heading", { name: words.condition_title() })).toBeVisible();
      const charges = page.getByRole("region", { name: words.charges_title() });
      await charges.getByText(words.admin_charges_propose(), { exact: true }).click();
      await charges.getByLabel(words.admin_charges_category()).selectOption("cleaning");
      await charges.getByLabel(words.admin_charges_amount()).fill("60");
      await charges.getByLabel(words.admin_charges_words()).fill("Sand on every seat.");
      await charges.locator("input[type=file]").setInputFiles(await photo("seats.jpg"));
      await expect(charges.getByRole("progressbar")).toHaveCount(0);
      await charges.getByRole("button", { name: words.admin_charges_send() }).click();
      await expect(charges.getByText(words.charges_status_proposed())).toBeVisible();
      await scanBoth(page, scan);
      const own = await callsOf(request, renter);
      const trip = await request.get(`/api/account/orders/${order.id}`, { headers: own });
      const [charge] = ((await trip.json()) as { charges: { id: string }[] }).charges;
      const accepted = await request.put(`/api/charges/${charge?.id}/answer`, {
        headers: own,
        data: { answer: "accept" },
      });
      expect(accepted.status(), await accepted.text()).toBe(200);
      await page.reload();
      await expect(charges.getByText(words.charges_status_accepted())).toBeVisible();
      await page.getByRole("link", { name: words.condition_add_pickup() }).click();
      await expect(page.getByText(words.condition_start_lead_admin())).toBeVisible();
      await page.getByRole("link", { name: words.condition_to_trip() }).click();
      await expect(page).toHaveURL(new RegExp(`/host/trips/${order.id}`));
    });
  });
