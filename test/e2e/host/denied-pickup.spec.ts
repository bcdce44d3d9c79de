import type { ConditionRecord } from "#contract/trips.ts";
import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, ways, waysOf } from "../fixtures.ts";
import { hostedRental, listedCar, newHost } from "../hosts.ts";
import { confirmedPerson, openSession } from "../people.ts";
import { photo } from "../photo.ts";

for (const way of waysOf("zh, desktop", "en, phone"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("a renter denies a pickup recorded by the host, an administrator decides, and the renter reads why", async ({
      language,
      page,
      words,
      request,
      scan,
      anotherVisitor,
    }) => {
      const { headers } = await newHost(request);
      const car = await listedCar(request, headers);
      const renter = await confirmedPerson(request);
      const order = await hostedRental(request, { renter, headers, car, status: "in_progress" });
      const path = `/api/orders/${order.id}/condition-records`;
      const data = { kind: "pickup", odometer: 41_300, fuelEighths: 8 };
      const begun = await request.post(path, { headers, data });
      const { id } = (await begun.json()) as ConditionRecord;
      for (const slot of ["front", "back", "interior", "odometer"])
        await request.put(`${path}/${id}/images/${slot}`, {
          headers,
          multipart: { file: await photo(`${slot}.jpg`) },
        });
      const finished = await request.post(`${path}/${id}/finish`, { headers });
      expect(finished.status(), await finished.text()).toBe(200);

      await openSession(page, renter);
      await page.goto(`/dashboard/trips/${order.id}?lang=${language}`, { waitUntil: "load" });
      await page.getByText(words.denial_deny(), { exact: true }).first().click();
      await page.getByRole("button", { name: words.denial_deny() }).click();
      await expect(page.getByText(words.denial_missing())).toBeVisible();
      await page.getByLabel(words.denial_words()).fill("Nobody came with the keys.");
      await page.getByRole("button", { name: words.denial_deny() }).click();
      await expect(page.getByText(words.denial_denied_renter())).toBeVisible();
      await scanBoth(page, scan);

      const desk = await anotherVisitor();
      await openAsAdmin(desk, `/admin/payouts?lang=${language}`);
      const denials = desk.getByRole("region", { name: words.denials_title() });
      const denied = denials.getByRole("listitem").filter({ hasText: order.orderNumber });
      await expect(denied.getByText("Nobody came with the keys.")).toBeVisible();
      await denied.getByText(words.denials_dismiss(), { exact: true }).first().click();
      await denied.getByLabel(words.payouts_admin_clear_reason()).first().fill("Photos show the renter.");
      await denied.getByRole("button", { name: words.denials_dismiss() }).click();
      await expect(denied).toHaveCount(0);

      await page.reload({ waitUntil: "load" });
      await expect(page.getByText(words.denial_dismissed())).toBeVisible();
      await expect(page.getByText("Photos show the renter.")).toBeVisible();
    });
  });
