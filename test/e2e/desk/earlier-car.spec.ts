import { carNameIn } from "#domain/cars/brand-names.ts";
import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, ways, waysOf } from "../fixtures.ts";
import { goneOnRental, listedCar, newHost } from "../hosts.ts";
import { confirmedPerson, openSession } from "../people.ts";
import { photo } from "../photo.ts";

for (const way of waysOf("zh, phone", "en, desktop"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("an administrator chooses which car of a rental a charge is for, and that car's host reads it", async ({
      language,
      page,
      words,
      request,
      scan,
      anotherVisitor,
    }) => {
      const { host, headers } = await newHost(request);
      const car = await listedCar(request, headers);
      const renter = await confirmedPerson(request);
      const order = await goneOnRental(request, { renter, headers, car });
      const name = carNameIn("Toyota Camry LE", language);

      await openAsAdmin(page, `/admin/order-management?order=${order.id}&lang=${language}`);
      const part = page.getByRole("region", { name: words.admin_charges_title(), exact: true });
      await part.getByText(words.admin_charges_propose()).click();
      const cars = part.getByLabel(words.admin_charges_car());
      await expect(cars.locator("option")).toHaveCount(2);
      // The rental's own car is chosen unless somebody chooses another.
      await expect(cars).toHaveValue("2");
      await cars.selectOption({ label: name });
      await part.getByLabel(words.admin_charges_category()).selectOption("damage");
      await part.getByLabel(words.admin_charges_amount()).fill("240");
      await part.getByLabel(words.admin_charges_words()).fill("A dent in the left door.");
      await part.locator("input[type=file]").setInputFiles(await photo("dent.jpg"));
      await expect(part.getByRole("progressbar")).toHaveCount(0);
      await scanBoth(page, scan);

      // The button stays readable while the charge is being sent.
      let answer = () => {};
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route(`**/api/orders/${order.id}/charges`, async (route) => {
        await held;
        await route.continue();
      });
      const send = part.getByRole("button", { name: words.admin_charges_send() });
      await send.click();
      await expect(send).toHaveAttribute("aria-busy", "true");
      await scanBoth(page, scan);
      answer();
      const charge = part.getByRole("article");
      await expect(charge).toContainText(words.charges_earlier_car({ car: name }));
      await expect(send).not.toHaveAttribute("aria-busy", "true");
      await scanBoth(page, scan);

      const theirs = await anotherVisitor();
      await openSession(theirs, host);
      await theirs.goto(`/host/trips/${order.id}?lang=${language}`);
      const charges = theirs.getByRole("region", { name: words.charges_title() });
      await expect(charges).toContainText("A dent in the left door.");
      await scanBoth(theirs, scan);
    });
  });
