import { reviewDays } from "#domain/reviews/reviews.ts";
import { expect, scanBoth, test, ways, waysOf } from "../fixtures.ts";
import { hostedRental, listedCar, newHost } from "../hosts.ts";
import { confirmedPerson, openSession } from "../people.ts";

for (const way of waysOf("zh, desktop", "en, phone"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("a renter and a host review each other, and read both reviews once both are written", async ({
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
      const order = await hostedRental(request, { renter, headers, car, status: "completed" });

      const theirs = await browser.newPage({ viewport: ways[way].viewport });
      await openSession(theirs, renter);
      await theirs.goto(`/trip-complete/${order.id}?lang=${language}`);
      await expect(theirs.getByText(words.reviews_form_blind({ days: reviewDays }))).toBeVisible();
      await theirs.getByLabel(words.reviews_stars({ rating: "4" })).check({ force: true });
      await theirs.getByLabel(words.reviews_comment()).fill("Quiet and clean.");
      const send = theirs.getByRole("button", { name: words.reviews_send() });
      await send.click();
      await expect(send).toHaveCount(0);
      await theirs.goto(`/dashboard/trips/${order.id}`);
      await expect(theirs.getByText(words.reviews_blind({ date: "" }).slice(0, 8))).toBeVisible();

      await openSession(page, host);
      await page.goto(`/host/reviews?lang=${language}`);
      await expect(page.getByText(words.host_reviews_none({ days: reviewDays }))).toBeVisible();
      await scanBoth(page, scan);
      await page.getByRole("link", { name: /Mei/ }).click();
      await page.getByRole("button", { name: words.reviews_rate_renter() }).click();
      await expect(page.getByText(words.reviews_form_host_blind({ days: reviewDays }))).toBeVisible();
      expect(await page.content()).not.toContain("Quiet and clean.");
      await page.getByLabel(words.reviews_stars({ rating: "5" })).check({ force: true });
      await page.getByRole("textbox", { name: words.reviews_comment() }).fill("A careful driver.");
      await page.getByRole("button", { name: words.reviews_send() }).click();
      await expect(page.getByText("Quiet and clean.")).toBeVisible();
      await page.getByText(words.reviews_admin_reply()).first().click();
      await page.getByRole("textbox", { name: words.reviews_admin_reply() }).fill("Thank you!");
      await page.getByRole("button", { name: words.reviews_admin_reply_send() }).click();
      await expect(page.getByText(words.reviews_reply_host())).toBeVisible();
      await scanBoth(page, scan);
      await page.goto("/host/reviews");
      await expect(page.getByText("Quiet and clean.")).toBeVisible();
      await scanBoth(page, scan);

      await theirs.reload();
      await expect(theirs.getByText("A careful driver.")).toBeVisible();
      await theirs.goto(`/cars/${car.id}?lang=${language}`);
      await expect(theirs.getByText("Thank you!")).toBeVisible();
      await theirs.close();
    });
  });
