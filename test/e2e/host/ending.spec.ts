import { type Page } from "@playwright/test";
import type { Replacements } from "#contract/continuity.ts";
import type { Order } from "#contract/orders.ts";
import { admin, openAsAdmin } from "../admins.ts";
import { expect, scanBoth, screens, test, today, ways, waysOf } from "../fixtures.ts";
import { acceptRequest, hostedRental, listedCar, newHost, unaskedDays, visitorsRequest } from "../hosts.ts";
import { callsOf, confirmedPerson, emailLink, openSession } from "../people.ts";

/** This many days ahead no other journey orders a car: a car taken here could otherwise be another one's. */
const inDays = 400;
/** A third of Lighthouse's "slow 4G": bytes a second and milliseconds. */
const slow = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 };

async function slowDown(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Network.emulateNetworkConditions", { offline: false, ...slow });
}

for (const way of waysOf("zh, phone", "en, desktop"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("a host ends a rental before it begins, and the renter chooses another car with one click", async ({
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
      const data = { id: crypto.randomUUID(), amount, method: "cash", paidOn: today() };
      const paid = await request.post(`/api/admin/orders/${order.id}/payments`, { headers: desk, data });
      expect(paid.status(), await paid.text()).toBe(201);

      const theirs = await browser.newPage({
        viewport: way === "zh, phone" ? screens.desktop : screens.phone,
      });
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
      // The page says the order's state, and promises nothing about this car anymore.
      await expect(page.locator(".notice")).toContainText(words.ending_reason_broken());
      await expect(ending).toHaveCount(0);
      await expect(page.getByText(words.host_request_total(), { exact: true })).toHaveCount(0);

      // The offer appears by itself on the open page.
      const offered = theirs.getByRole("region", { name: words.replacement_title() });
      await expect(offered.getByText(words.replacement_lead())).toBeVisible({ timeout: 30_000 });
      await expect(offered.getByRole("listitem").first()).toBeVisible();
      await scanBoth(theirs, scan);
      // No text asks the renter to drive or leave a car that they never had.
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
      // The rental no longer belongs to this host, and the open page says so too.
      await expect(page.getByRole("heading", { name: words.host_trips_missing() })).toBeVisible();
      await theirs.close();
    });
  });

test.describe("a running rental", () => {
  test.use(ways["zh, phone"]);

  test("a running rental is ended by its host, and the renter refuses the other cars", async ({
    language,
    page,
    words,
    request,
    scan,
    anotherVisitor,
  }) => {
    const { host, headers } = await newHost(request);
    const car = await listedCar(request, headers, { noticeDays: "1" });
    const renter = await confirmedPerson(request);
    const status = "in_progress";
    const order = await hostedRental(request, {
      renter,
      headers,
      car,
      status,
      language,
      inDays: unaskedDays,
    });

    await openSession(page, host);
    await page.goto(`/host/trips/${order.id}`);
    const ending = page.getByRole("region", { name: words.ending_title() });
    await ending.getByLabel(words.ending_reason()).selectOption("unsafe");
    await ending.getByRole("button", { name: words.ending_next() }).click();
    const ask = page.getByRole("alertdialog");
    const [lastDay] = words.ending_follows_last_day({ day: "|" }).split("|");
    await expect(ask).toContainText(lastDay ?? "");
    await ask.getByRole("button", { name: words.ending_yes() }).click();
    await expect(page.locator(".notice")).toContainText(words.ending_reason_unsafe());

    const desk = await anotherVisitor();
    await openAsAdmin(desk, "/admin/continuity");
    const ended = desk.getByRole("listitem").filter({ hasText: order.orderNumber ?? "" });
    await expect(ended).toContainText(words.ending_reason_unsafe());
    await expect(ended).toContainText(words.continuity_last_day({ day: "|" }).split("|")[0] ?? "");
    await scanBoth(desk, scan);

    const theirs = await anotherVisitor();
    await openSession(theirs, renter);
    await theirs.goto(`/dashboard/trips/${order.id}`);
    const offered = theirs.getByRole("region", { name: words.replacement_title() });
    await expect(offered.getByText(words.replacement_lead())).toBeVisible();
    const none = offered.getByRole("button", { name: words.replacement_decline(), exact: true });
    await none.click();
    // A host who closes the question has changed nothing.
    const sure = theirs.getByRole("alertdialog");
    await theirs.keyboard.press("Escape");
    await expect(sure).toHaveCount(0);
    await none.click();
    await scanBoth(theirs, scan);
    await sure.getByRole("button", { name: words.replacement_decline_yes() }).click();
    await expect(theirs.locator(".toast")).toContainText(words.replacement_declined());
    await expect(offered).toHaveCount(0);
    await expect(ended).toHaveCount(0);
    // No text wishes the renter a good drive with a car that isn't safe.
    const main = theirs.getByRole("main");
    await expect(main).toContainText(words.replacement_no_more());
    await expect(main).toContainText(words.replacement_ends_undriven({ day: "|" }).split("|")[1] ?? "");
    await expect(main).not.toContainText(words.order_lead_in_progress());
    await scanBoth(theirs, scan);
    const trip = await request.get(`/api/account/orders/${order.id}`, {
      headers: await callsOf(request, renter),
    });
    const after = (await trip.json()) as Order;
    expect(after.days).toBeLessThan(order.days);
    expect(after.replacing).toBeFalsy();
  });
});

test.describe("a host's request to end a rental", () => {
  test.use(ways["en, phone"]);

  test("a host's request to end a rental is hidden from the renter and decided with one click", async ({
    page,
    words,
    request,
    scan,
    anotherVisitor,
    emails,
    allow,
  }) => {
    // The renter's page asks for its agreement once more while the rental ends.
    allow(/\b409\b.*\/agreement/);
    const { host, headers } = await newHost(request);
    const car = await listedCar(request, headers);
    const renter = await confirmedPerson(request);
    const order = await hostedRental(request, { renter, headers, car });
    await openSession(page, host);
    const askedBy = async () => {
      await page.goto(`/host/trips/${order.id}`);
      const ending = page.getByRole("region", { name: words.ending_title() });
      await ending.getByLabel(words.ending_reason()).selectOption("does_not_pay");
      await ending.getByRole("button", { name: words.ending_next() }).click();
      const ask = page.getByRole("alertdialog");
      await expect(ask).toContainText(words.ending_follows_request());
      await ask.getByRole("button", { name: words.ending_ask() }).click();
      await expect(page.locator(".notice").first()).toContainText(words.ending_reason_does_not_pay());
    };
    await askedBy();
    await scanBoth(page, scan);

    const theirs = await anotherVisitor();
    await openSession(theirs, renter);
    await theirs.goto(`/dashboard/trips/${order.id}`);
    await expect(theirs.getByRole("heading", { level: 1 })).toContainText(car.model);
    await expect(theirs.getByRole("region", { name: words.replacement_title() })).toHaveCount(0);
    const ofRenter = { recipient: renter.email, orderId: order.id };
    const before = (await emails(ofRenter)).length;

    const desk = await anotherVisitor();
    await openAsAdmin(desk, "/admin/continuity");
    const asked = desk.getByRole("listitem").filter({ hasText: order.orderNumber ?? "" });
    await expect(asked).toContainText(words.ending_follows_cancelled());
    await scanBoth(desk, scan);
    await asked.getByRole("button", { name: words.continuity_dismiss() }).click();
    await expect(desk.locator(".toast")).toContainText(words.continuity_dismissed());
    await expect(asked).toHaveCount(0);
    expect(await emails(ofRenter)).toHaveLength(before);
    await expect(page.getByRole("region", { name: words.ending_title() })).toBeVisible();

    await askedBy();
    await desk.reload();
    const end = asked.getByRole("button", { name: words.ending_yes() });
    await end.click();
    const sure = desk.getByRole("alertdialog");
    await expect(sure).toContainText(words.ending_follows_cancelled());
    await scanBoth(desk, scan);
    await sure.getByRole("button", { name: words.ending_yes() }).click();
    await expect(desk.locator(".toast")).toContainText(words.ending_done());
    await expect(asked).toHaveCount(0);
    const trip = await request.get(`/api/account/orders/${order.id}`, {
      headers: await callsOf(request, renter),
    });
    expect(((await trip.json()) as Order).status).toBe("cancelled");
    expect((await emails(ofRenter)).length).toBeGreaterThan(before);
  });
});

test.describe("a visitor without an account", () => {
  test.use(ways["en, phone"]);

  test("a visitor chooses another car by the email's link", async ({ page, words, request, scan }) => {
    const { headers } = await newHost(request);
    const car = await listedCar(request, headers);
    const email = `ann.${crypto.randomUUID().slice(0, 8)}@mail.example`;
    const { order } = await visitorsRequest(request, email, car, "en", inDays + 120);
    await acceptRequest(request, headers, order);
    const data = { reason: "recalled" };
    const ended = await request.post(`/api/host/trips/${order.id}/end`, { headers, data });
    expect(ended.status(), await ended.text()).toBe(200);

    await slowDown(page);
    // Only the key's hash is kept, so the email leads to the form that sends a new link.
    await page.goto(await emailLink(request, email, "replacement_offered"));
    await page.getByLabel(words.find_order_email()).fill(email);
    await page.getByRole("button", { name: words.find_order_send() }).click();
    await page.goto(await emailLink(request, email, "order_link"));
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(words.replacement_title());
    const offered = main.getByRole("listitem").filter({ has: page.getByRole("button") });
    await expect(offered.first()).toBeVisible({ timeout: 30_000 });
    await expect(main).not.toContainText(words.order_phase_confirmed());
    await scanBoth(page, scan);
    const next = await offered.first().getByRole("link").textContent();
    await offered.first().getByRole("button").click();
    await expect(page.locator(".toast")).toContainText(words.replacement_taken());
    await expect(main.getByRole("heading", { level: 1 })).toHaveText(words.order_heading_confirmed());
    await expect(main).toContainText(next ?? "");
  });
});
