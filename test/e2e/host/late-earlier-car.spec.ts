import { carNameIn } from "#domain/cars/brand-names.ts";
import { reviewDays } from "#domain/reviews/reviews.ts";
import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, ways, waysOf } from "../fixtures.ts";
import { goneOnRental, listedCar, newHost, recordBack } from "../hosts.ts";
import { callsOf, confirmedPerson, openSession } from "../people.ts";
import { test } from "../passing-days.ts";

for (const way of waysOf("en, desktop", "zh, phone"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("a late return of an earlier car is charged by its host, then by the back office", async ({
      language,
      page,
      words,
      request,
      scan,
      passDays,
      anotherVisitor,
    }) => {
      test.setTimeout(600_000);
      const { host, headers } = await newHost(request);
      const car = await listedCar(request, headers);
      const renter = await confirmedPerson(request);
      // The rental has a day at least with its first car.
      const order = await goneOnRental(request, { renter, headers, car, inDays: 30 });
      const name = carNameIn("Toyota Camry LE", language);
      await passDays(35);
      const later = { authorization: (await callsOf(request, host)).authorization };
      await recordBack(request, later, order);

      await openSession(page, host);
      await page.goto(`/host/trips/${order.id}?lang=${language}`);
      const charges = page.getByRole("region", { name: words.charges_title() });
      const lateDays = charges.getByRole("article", { name: words.charges_category_late_days() });
      await charges.getByText(words.admin_charges_propose(), { exact: true }).click();
      await charges.getByLabel(words.admin_charges_category()).selectOption("late_days");
      const amount = charges.getByLabel(words.admin_charges_amount());
      const asked = await amount.inputValue();
      expect(Number(asked)).toBeGreaterThan(0);
      await scanBoth(page, scan);
      await charges.getByRole("button", { name: words.admin_charges_send() }).click();
      await expect(lateDays).toContainText(words.charges_status_proposed());
      await expect(charges.locator("option[value=late_days]")).toHaveCount(0);
      await scanBoth(page, scan);

      const theirs = await anotherVisitor();
      await openSession(theirs, renter);
      await theirs.goto(`/dashboard/trips/${order.id}?lang=${language}`);
      const shown = theirs.getByRole("article", { name: words.charges_category_late_days() });
      await expect(shown).toContainText(words.charges_earlier_car({ car: name }));
      await expect(shown).toContainText(asked);
      await scanBoth(theirs, scan);

      // After the host has withdrawn the charge, the back office may charge for the days of that car once more.
      await charges.getByText(words.charges_host_withdraw(), { exact: true }).first().click();
      await charges.getByLabel(words.charges_host_withdraw_why()).fill("You ask for them, please.");
      await charges.getByRole("button", { name: words.charges_host_withdraw() }).click();
      await expect(lateDays).toContainText(words.charges_status_withdrawn());
      const desk = await anotherVisitor();
      await openAsAdmin(desk, `/admin/order-management?order=${order.id}`);
      const part = desk.getByRole("region", { name: words.admin_charges_title(), exact: true });
      await part.getByText(words.admin_charges_propose()).click();
      await part.getByLabel(words.admin_charges_car()).selectOption("1");
      await part.getByLabel(words.admin_charges_category()).selectOption("late_days");
      await expect(part.getByLabel(words.admin_charges_amount())).toHaveValue(asked);
      await part.getByRole("button", { name: words.admin_charges_send() }).click();
      await expect(part.getByRole("article")).toHaveCount(2);
      await expect(part.getByText(words.charges_status_proposed())).toBeVisible();
      await scanBoth(desk, scan);
      await page.reload();
      await expect(lateDays).toHaveCount(2);

      await theirs.getByRole("button", { name: words.reviews_rate_car({ car: name }) }).click();
      await theirs.getByLabel(words.reviews_stars({ rating: "2" })).check({ force: true });
      await theirs.getByRole("textbox", { name: words.reviews_comment() }).fill("It broke down.");
      await theirs.getByRole("button", { name: words.reviews_send() }).click();
      await expect(theirs.getByText("It broke down.")).toBeVisible();
      await page.goto("/host/reviews");
      await expect(page.getByText(words.host_reviews_none({ days: reviewDays }))).toBeVisible();

      await Promise.all([theirs.close(), desk.close(), page.goto("about:blank")]);
      await passDays(15);
      await openSession(page, host);
      const reviews = await page.goto(`/host/reviews?lang=${language}`);
      expect(reviews?.status()).toBe(200);
      await expect(async () => {
        await page.reload();
        await expect(page.getByText("It broke down.")).toBeVisible({ timeout: 3000 });
      }).toPass({ timeout: 120_000 });
      await scanBoth(page, scan);
    });
  });
