import type { Order } from "#contract/orders.ts";
import { addDays } from "#domain/dates.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, today, ways, waysOf } from "../fixtures.ts";
import { listedCar, newHost } from "../hosts.ts";
import { callsOf, confirmedPerson, emailLink, openSession } from "../people.ts";

for (const way of waysOf("en, desktop", "zh, phone"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("the back office gives a plan's order a host's car, and the renter gets it once the host accepts", async ({
      language,
      page,
      words,
      request,
      scan,
      browser,
    }) => {
      const { host, headers } = await newHost(request);
      const car = await listedCar(request, headers);
      const renter = await confirmedPerson(request);
      const pickupDate = addDays(today(), 40);
      const wanted = {
        tier: "standard",
        insurance: "decline",
        pickupDate,
        returnDate: returnDateFor(pickupDate, 2),
      };
      const quote = await request.post("/api/quotes", { data: wanted });
      const placed = await request.post("/api/orders", {
        headers: await callsOf(request, renter),
        data: {
          ...wanted,
          customerName: "Mei Zhangsecret",
          customerEmail: renter.email,
          customerPhone: "+1 650 555 0177",
          location: "San Jose",
          paymentMethod: "paypal",
          totalPrice: ((await quote.json()) as { total: string }).total,
          language,
        },
      });
      expect(placed.status(), await placed.text()).toBe(201);
      const order = (await placed.json()) as Order;

      const desk = await browser.newPage({ viewport: ways["en, desktop"].viewport });
      await openAsAdmin(desk, `/admin/order-management?order=${order.id}&lang=${language}`);
      await desk.getByRole("button", { name: words.admin_orders_choose_car() }).click();
      await desk.getByLabel(words.new_order_car_words()).fill(car.plateNumber);
      // The old list of cars stays until the cars of the new search have arrived.
      const choice = desk.getByRole("group", { name: words.admin_orders_free_cars() }).getByRole("radio");
      await expect(choice).toHaveCount(1);
      await desk.getByRole("radio", { name: new RegExp(car.plateNumber) }).check();
      await desk.getByRole("button", { name: words.admin_orders_give_car() }).click();
      await expect(desk.getByText(words.admin_orders_no_car())).toHaveCount(0);
      await desk.close();

      const theirs = await browser.newPage({ viewport: ways[way].viewport });
      await openSession(theirs, renter);
      await theirs.goto(`/dashboard/trips/${order.id}?lang=${language}`);
      await expect(theirs.getByText(words.order_phase_pending_host()).first()).toBeVisible();

      await openSession(page, host);
      const link = new URL(await emailLink(request, host.email, "host_order_asked"));
      await page.goto(`${link.pathname}?lang=${language}`);
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Mei");
      // The host earns a share of the plan's price, and nothing says yet who the renter is.
      await expect(page.getByText(words.host_request_hidden())).toBeVisible();
      expect(await page.content()).not.toMatch(/Zhangsecret|555 0177/);
      await scanBoth(page, scan);
      await page.getByRole("button", { name: words.host_request_yes(), exact: true }).click();
      await page.getByRole("link", { name: words.host_request_trip() }).click();
      await expect(page.getByText("Mei Zhangsecret")).toBeVisible();

      await theirs.reload();
      await expect(theirs.getByText(words.order_phase_pending_host())).toHaveCount(0);
      await theirs.close();
    });
  });
