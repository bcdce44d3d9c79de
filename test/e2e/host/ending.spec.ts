import { type Page } from "@playwright/test";
import type { Replacements } from "#contract/continuity.ts";
import type { Order } from "#contract/orders.ts";
import { admin } from "../admins.ts";
import { expect, scanBoth, screens, test, ways } from "../fixtures.ts";
import { hostedRental, listedCar, newHost } from "../hosts.ts";
import { callsOf, confirmedPerson, emailLink, openSession } from "../people.ts";

/** Days that no other journey asks for: the cars that are offered are held, and somebody else's otherwise. */
const inDays = 400;
/** A third of Lighthouse's "slow 4G": bytes a second and milliseconds. */
const slow = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 };

async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.emulateNetworkConditions", { offline: false, ...slow });
}

for (const [way, theirScreen] of [
  ["en, desktop", "phone"],
  ["zh, phone", "desktop"],
] as const)
  test.describe(way, () => {
    test.use(ways[way]);

    test("a host ends a rental that hasn't begun, and its renter goes on with another car by one press", async ({
      language,
      page,
      words,
      request,
      scan,
      browser,
      allow,
    }) => {
      allow(/\b404\b.*\/api\/host\/trips\//);
      test.setTimeout(180_000);
      const { host, headers } = await newHost(request);
      const car = await listedCar(request, headers);
      const renter = await confirmedPerson(request);
      const order = await hostedRental(request, { renter, headers, car, language, inDays });
      const desk = await callsOf(request, admin);
      const money = await request.get(`/api/admin/orders/${order.id}/money`, { headers: desk });
      const { dueNow: amount } = (await money.json()) as { dueNow: string };
      const data = { id: crypto.randomUUID(), amount, method: "cash", paidOn: order.createdAt.slice(0, 10) };
      const paid = await request.post(`/api/admin/orders/${order.id}/payments`, { headers: desk, data });
      expect(paid.status(), await paid.text()).toBe(201);

      const theirs = await browser.newPage({ viewport: screens[theirScreen] });
      await slowDown(theirs);
      await openSession(theirs, renter);
      await theirs.goto(`/dashboard/trips/${order.id}?lang=${language}`);
      await expect(theirs.getByRole("heading", { level: 1 })).toContainText(car.model);

      await openSession(page, host);
      await page.goto(`/host/trips/${order.id}?lang=${language}`);
      const ending = page.getByRole("region", { name: words.ending_title() });
      await ending.getByLabel(words.ending_reason()).selectOption("broken");
      await ending.getByRole("button", { name: words.ending_next() }).click();
      const ask = page.getByRole("alertdialog");
      await expect(ask).toContainText(words.ending_follows_offered());
      await scanBoth(page, scan);
      await ask.getByRole("button", { name: words.ending_yes() }).click();
      await expect(ask).toHaveCount(0);
      // The page says how it stands, and promises nothing of it any more.
      await expect(page.locator(".notice")).toContainText(words.ending_reason_broken());
      await expect(ending).toHaveCount(0);
      await expect(page.getByText(words.host_request_total(), { exact: true })).toHaveCount(0);

      // It comes by itself, on the page that was open.
      const offered = theirs.getByRole("region", { name: words.replacement_title() });
      await expect(offered.getByText(words.replacement_lead())).toBeVisible({ timeout: 30_000 });
      await expect(offered.getByRole("listitem").first()).toBeVisible();
      await scanBoth(theirs, scan);
      // Nobody is told to drive a car, or to leave it, that they never had.
      const [untilThen] = words.replacement_until({ day: "|" }).split("|");
      await expect(offered.getByText(untilThen ?? "")).toHaveCount(0);
      await expect(offered.getByText(words.replacement_no_more())).toHaveCount(0);
      expect(await emailLink(request, renter.email, "replacement_offered")).toContain(order.id);
      const { cars } = (await (
        await request.get(`/api/orders/${order.id}/replacements`, { headers: await callsOf(request, renter) })
      ).json()) as Replacements;
      const [next] = cars;
      const theOne = offered.getByRole("listitem").filter({ has: theirs.locator(`a[href$="${next?.id}"]`) });
      await theOne.getByRole("button").click();
      await expect(offered).toHaveCount(0);
      const trip = await request.get(`/api/account/orders/${order.id}`, {
        headers: await callsOf(request, renter),
      });
      expect(((await trip.json()) as Order).car?.id).toBe(next?.id);
      // It is no rental of theirs any more, which the page that was open says too.
      await expect(page.getByRole("heading", { name: words.host_trips_missing() })).toBeVisible();
      await theirs.close();
    });
  });
