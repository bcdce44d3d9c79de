import { expect, scanBoth, test, ways, waysOf } from "../fixtures.ts";
import { goneOnRental, listedCar, newHost } from "../hosts.ts";
import { confirmedPerson, openSession } from "../people.ts";
import { photo } from "../photo.ts";

for (const way of waysOf("zh, desktop", "en, phone"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("the host of a rental's earlier car sees its days, proposes a charge and withdraws it", async ({
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
      const order = await goneOnRental(request, { renter, headers, car });

      await openSession(page, host);
      await page.goto(`/host/trips/${order.id}?lang=${language}`);
      await expect(page.getByText(words.host_trips_earlier())).toBeVisible();
      await expect(page.getByRole("link", { name: words.condition_record_return() })).toBeVisible();
      const charges = page.getByRole("region", { name: words.charges_title() });
      await charges.getByText(words.admin_charges_propose(), { exact: true }).click();
      const categories = charges.getByLabel(words.admin_charges_category());
      await expect(categories.locator("option")).toHaveCount(3);
      await categories.selectOption("damage");
      await charges.getByLabel(words.admin_charges_amount()).fill("180");
      await charges.getByLabel(words.admin_charges_words()).fill("A scratch on the door.");
      await charges.locator("input[type=file]").setInputFiles(await photo("door.jpg"));
      await expect(charges.getByRole("progressbar")).toHaveCount(0);
      await charges.getByRole("button", { name: words.admin_charges_send() }).click();
      await expect(charges.getByText(words.charges_status_proposed())).toBeVisible();
      await scanBoth(page, scan);

      const theirs = await browser.newPage({ viewport: ways[way].viewport });
      await openSession(theirs, renter);
      await theirs.goto(`/dashboard/trips/${order.id}?lang=${language}`);
      await expect(theirs.getByText("A scratch on the door.")).toBeVisible();

      await charges.getByText(words.charges_host_withdraw(), { exact: true }).first().click();
      await charges.getByLabel(words.charges_host_withdraw_why()).fill("It was there before.");
      await charges.getByRole("button", { name: words.charges_host_withdraw() }).click();
      await expect(charges.getByText(words.charges_status_withdrawn())).toBeVisible();
      await theirs.reload();
      await expect(theirs.getByText("It was there before.")).toBeVisible();
      await theirs.close();
    });
  });
