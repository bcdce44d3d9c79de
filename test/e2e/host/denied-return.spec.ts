import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, ways, waysOf } from "../fixtures.ts";
import { hostedRental, listedCar, newHost, recordBack } from "../hosts.ts";
import { callsOf, confirmedPerson, openSession } from "../people.ts";

for (const way of waysOf("en, phone", "zh, desktop"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("a host denies a return recorded by the renter, and the renter and the back office see it", async ({
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
      const order = await hostedRental(request, { renter, headers, car, status: "in_progress" });
      await recordBack(request, await callsOf(request, renter), order);

      await openSession(page, host);
      await page.goto(`/host/trips/${order.id}?lang=${language}`, { waitUntil: "load" });
      await page.getByText(words.return_denial_deny(), { exact: true }).first().click();
      await page.getByRole("button", { name: words.return_denial_deny() }).click();
      await expect(page.getByText(words.return_denial_missing())).toBeVisible();
      await page.getByLabel(words.return_denial_words()).fill("Nobody brought it.");
      await scanBoth(page, scan);
      await page.getByRole("button", { name: words.return_denial_deny() }).click();
      const said = words.return_denial_said_host({ words: "Nobody brought it." });
      await expect(page.getByText(said)).toBeVisible();
      await expect(page.getByRole("button", { name: words.return_denial_deny() })).toHaveCount(0);
      await scanBoth(page, scan);

      const theirs = await anotherVisitor();
      await openSession(theirs, renter);
      await theirs.goto(`/dashboard/trips/${order.id}?lang=${language}`, { waitUntil: "load" });
      await expect(theirs.getByText(said)).toBeVisible();
      await expect(theirs.getByText(words.return_denial_renter_how())).toBeVisible();
      await scanBoth(theirs, scan);

      const desk = await anotherVisitor();
      await openAsAdmin(desk, `/admin/order-management?order=${order.id}&lang=${language}`);
      await expect(desk.getByText(said)).toBeVisible();
    });
  });
