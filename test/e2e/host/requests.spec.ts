import { addDays } from "#domain/dates.ts";
import { expect, scanBoth, test, today, ways, waysOf } from "../fixtures.ts";
import { listedCar, newHost, requestOf } from "../hosts.ts";
import { callsOf, confirmedPerson, emailLink, openSession } from "../people.ts";

const pathOf = (address: string): string => new URL(address).pathname;

for (const way of waysOf("zh, desktop", "en, phone"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("a host answers from the email, and the renter sees that the host has to answer", async ({
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
      const first = await requestOf(request, renter, car, language);

      const theirs = await browser.newPage({ viewport: ways[way].viewport });
      await openSession(theirs, renter);
      await theirs.goto(`/dashboard/trips/${first.id}?lang=${language}`);
      await expect(theirs.getByText(words.order_phase_pending_host()).first()).toBeVisible();

      await openSession(page, host);
      await page.goto("/host");
      await expect(page.getByRole("link", { name: car.model }).first()).toBeVisible();
      await scanBoth(page, scan);
      await page.goto(pathOf(await emailLink(request, host.email, "host_order_asked")));
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Mei");
      await expect(page.getByText(words.host_request_hidden())).toBeVisible();
      expect(await page.content()).not.toMatch(/Zhangsecret|555 0177|Hidden Grove/);
      await scanBoth(page, scan);
      await page.getByRole("button", { name: words.host_request_yes(), exact: true }).click();
      await page.getByRole("link", { name: words.host_request_trip() }).click();
      await expect(page.getByText("Mei Zhangsecret")).toBeVisible();
      await expect(page.getByRole("link", { name: "+1 650 555 0177" })).toBeVisible();
      await scanBoth(page, scan);
      await page.goto("/host/trips");
      await expect(page.getByRole("link", { name: /Mei/ })).toBeVisible();
      await scanBoth(page, scan);
      await theirs.close();
    });
  });

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("the booking steps say that the host answers the request", async ({
    page,
    words,
    request,
    language,
  }) => {
    const { headers } = await newHost(request);
    const car = await listedCar(request, headers);
    const renter = await confirmedPerson(request);
    await openSession(page, renter);
    const pickupDate = addDays(today(), 30);
    const begun = await request.post("/api/wizard", {
      headers: await callsOf(request, renter),
      data: {
        carId: car.id,
        customerPhone: "+1 650 555 0177",
        pickupDate,
        returnDate: addDays(pickupDate, 60),
        language,
      },
    });
    expect(begun.status(), await begun.text()).toBe(201);
    await page.goto(`/book/${car.id}`);
    await expect(page.getByText(words.wizard_host())).toBeVisible();
  });
});
