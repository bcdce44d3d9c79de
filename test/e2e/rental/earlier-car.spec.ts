import { carNameIn } from "#domain/cars/brand-names.ts";
import { reviewDays } from "#domain/reviews/reviews.ts";
import { expect, scanBoth, test, ways, waysOf } from "../fixtures.ts";
import { goneOnRental, listedCar, newHost, recordBack } from "../hosts.ts";
import { confirmedPerson, openSession } from "../people.ts";

for (const way of waysOf("en, desktop", "zh, phone"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("a renter reviews a rental's earlier car, and its host reads it once both have written", async ({
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
      await openSession(page, renter);
      await page.goto(`/dashboard/trips/${order.id}?lang=${language}`);
      const rate = page.getByRole("button", {
        name: words.reviews_rate_car({ car: name }),
      });
      await expect(page.getByRole("heading", { name: words.condition_title() })).toBeVisible();
      await expect(rate).toHaveCount(0);
      await recordBack(request, headers, order);
      await page.reload();
      await scanBoth(page, scan);
      await rate.click();
      await expect(page.getByText(words.reviews_form_blind({ days: reviewDays }))).toBeVisible();
      await page.getByLabel(words.reviews_stars({ rating: "3" })).check({ force: true });
      await page
        .getByRole("textbox", { name: words.reviews_comment() })
        .fill("It was fine until it stopped.");
      await scanBoth(page, scan);
      await page.getByRole("button", { name: words.reviews_send() }).click();
      const own = page.getByRole("region", {
        name: words.reviews_own_of_car({ car: name }),
      });
      await expect(own).toContainText("It was fine until it stopped.");
      await expect(own).toContainText(words.reviews_blind({ date: "" }).slice(0, 8));

      const theirs = await anotherVisitor();
      await openSession(theirs, host);
      await theirs.goto(`/host/trips/${order.id}?lang=${language}`);
      await theirs.getByRole("button", { name: words.reviews_rate_renter() }).click();
      await expect(theirs.getByText(words.reviews_form_host_blind({ days: reviewDays }))).toBeVisible();
      expect(await theirs.content()).not.toContain("It was fine until it stopped.");
      await theirs.getByLabel(words.reviews_stars({ rating: "5" })).check({ force: true });
      await theirs.getByRole("textbox", { name: words.reviews_comment() }).fill("Patient all along.");
      await theirs.getByRole("button", { name: words.reviews_send() }).click();
      await expect(theirs.getByText("It was fine until it stopped.")).toBeVisible();
      await scanBoth(theirs, scan);

      await page.reload();
      await expect(own).toContainText("Patient all along.");
      await scanBoth(page, scan);
      await page.goto(`/cars/${car.id}?lang=${language}`);
      await expect(page.getByText("It was fine until it stopped.")).toBeVisible();
    });
  });
