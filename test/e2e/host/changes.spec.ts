import { addDays } from "#domain/dates.ts";
import { expect, scanBoth, test, ways, waysOf } from "../fixtures.ts";
import { hostedRental, listedCar, newHost } from "../hosts.ts";
import { callsOf, confirmedPerson, emailLink, openSession } from "../people.ts";

for (const way of waysOf("en, phone", "zh, desktop"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("a host agrees to the renter's new dates from the email, and the renter sees the waiting change", async ({
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
      const order = await hostedRental(request, { renter, headers, car });
      const asked = await request.post(`/api/orders/${order.id}/changes`, {
        headers: await callsOf(request, renter),
        data: {
          kind: "dates",
          pickupDate: addDays(order.pickupDate, 2),
          returnDate: addDays(order.returnDate, 5),
        },
      });
      expect(asked.status(), await asked.text()).toBe(201);

      const theirs = await browser.newPage({ viewport: ways[way].viewport });
      await openSession(theirs, renter);
      await theirs.goto(`/dashboard/trips/${order.id}?lang=${language}`);
      await expect(theirs.getByRole("button", { name: words.changes_withdraw() })).toBeVisible();

      await openSession(page, host);
      const link = new URL(await emailLink(request, host.email, "host_change_asked"));
      await page.goto(`${link.pathname}?lang=${language}`);
      const part = page.getByRole("region", { name: words.host_changes_title() });
      await expect(part.getByText(words.host_changes_then())).toBeVisible();
      await scanBoth(page, scan);
      await part.getByRole("button", { name: words.host_changes_decline() }).click();
      await part.getByRole("button", { name: words.host_changes_decline() }).click();
      await expect(part.getByText(words.changes_admin_reason_missing())).toBeVisible();
      await part.getByRole("button", { name: words.host_request_back() }).click();
      await part.getByRole("button", { name: words.host_changes_accept() }).click();
      await expect(part).toHaveCount(0);

      await theirs.reload();
      await expect(theirs.getByRole("button", { name: words.changes_withdraw() })).toHaveCount(0);
      await theirs.close();
    });
  });
