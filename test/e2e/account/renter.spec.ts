import { carNameIn } from "#domain/cars/brand-names.ts";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { addDays, formatDate, type IsoDate } from "#domain/dates.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, today, ways, type Words } from "../fixtures.ts";
import { codeOf, confirmedPerson, enrolApp, namedPerson, signIn, typeSignIn } from "../people.ts";

const pickupDate = addDays(today(), 25);
const returnDate = returnDateFor(pickupDate, 1);
const licenceEnds = addDays(today(), 700);
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const next = (page: Page, words: Words) =>
  page.getByRole("button", { name: words.wizard_next(), exact: true }).filter({ visible: true });

/** The steps of a booking until it asks for the licence. */
async function answerSteps(page: Page, words: Words, carId: string, from: IsoDate): Promise<void> {
  await page.goto(`/book/${carId}`);
  await expect(heading(page)).toHaveText(words.wizard_vehicle_heading());
  await page.getByLabel(words.request_pickup()).fill(from);
  await page.getByLabel(words.request_return()).fill(returnDateFor(from, 1));
  await page.getByLabel(words.request_phone()).fill("+1 650 555 0188");
  await next(page, words).click();
  await expect(heading(page)).toHaveText(words.wizard_insurance_heading());
  await page.getByLabel(words.order_insurance_basic()).check();
  await next(page, words).click();
  await expect(heading(page)).toHaveText(words.wizard_payment_heading());
  await page.getByRole("radio", { name: "PayPal" }).check();
  await next(page, words).click();
}

async function showLicence(page: Page, words: Words, name: string): Promise<void> {
  for (const [at, side] of [words.papers_front(), words.papers_back()].entries()) {
    const picture = await sharp({
      create: { width: 1800, height: 1100, channels: 3, background: { r: 120, g: 160, b: 60 + at * 80 } },
    })
      .jpeg()
      .toBuffer();
    const place = page.getByRole("region", { name: side });
    await place
      .locator("input[type=file]")
      .first()
      .setInputFiles({ name: "card.jpg", mimeType: "image/jpeg", buffer: picture });
    await expect(place.getByText(words.papers_uploaded())).toBeVisible();
  }
  const fill = (label: string, value: string) => page.getByLabel(label).first().fill(value);
  await fill(words.papers_name(), name);
  await fill(words.papers_number(), "D7654321");
  await page.getByLabel(words.papers_state(), { exact: true }).selectOption("CA");
  await fill(words.papers_birth(), "1994-02-03");
  await fill(words.papers_issued(), "2020-05-01");
  await fill(words.papers_expires(), licenceEnds);
  await page.getByRole("button", { name: words.papers_send() }).click();
  await expect(page.getByText(words.papers_license_submitted())).toBeVisible();
}

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("a renter saves a car, books it, shows a license and finds the order in the account", async ({
    language,
    page,
    words,
    request,
    scan,
    car,
    anotherVisitor,
  }) => {
    test.setTimeout(240_000);
    const person = await namedPerson(request, "Lin");
    const name = person.fullName;
    await signIn(page, words, person);
    const main = page.getByRole("main");

    await page.goto(`/cars/${car.id}`);
    const kept = page.waitForResponse(
      (answer) => answer.request().method() === "PUT" && answer.url().includes(car.id),
    );
    await page
      .getByRole("button", { name: words.saved_heart({ name: carNameIn(car.name, language) }), exact: true })
      .first()
      .click();
    expect((await kept).status()).toBe(200);
    await page.goto("/dashboard/saved");
    await main
      .getByRole("link", { name: words.saved_details_label({ name: carNameIn(car.name, language) }) })
      .click();
    await expect(page).toHaveURL(`/cars/${car.id}`);

    await answerSteps(page, words, car.id, pickupDate);
    await expect(heading(page)).toHaveText(words.wizard_verification_heading());
    await showLicence(page, words, name);
    await page
      .getByRole("button", { name: words.wizard_complete(), exact: true })
      .filter({ visible: true })
      .click();
    await expect(heading(page)).toHaveText(words.wizard_done_heading());
    await scanBoth(page, scan);

    const desk = await anotherVisitor();
    await openAsAdmin(desk, "/admin/verifications");
    await desk.getByRole("list", { name: words.admin_papers_title() }).getByRole("button", { name }).click();
    await expect(desk.getByRole("article").getByRole("img")).toHaveCount(2);
    await desk.keyboard.press("Control+Enter");
    await expect(desk.getByText(words.admin_papers_verified_name({ name }))).toBeVisible();

    await page.goto("/dashboard/trips?filter=active");
    const row = main.getByRole("listitem").filter({ hasText: car.name });
    await expect(row).toContainText(words.order_status_confirmed());
    await row.getByRole("link", { name: car.name }).click();
    await expect(main).toContainText(words.order_heading_confirmed());
    await page.goto("/dashboard/license");
    await expect(main).toContainText(words.papers_license_verified());
    await page.goto("/dashboard");
    await expect(main).not.toContainText(words.me_next_license());

    await answerSteps(page, words, car.id, addDays(pickupDate, 45));
    await expect(heading(page)).toHaveText(words.wizard_verified_heading());
    await expect(main).toContainText(words.wizard_verified({ date: formatDate(licenceEnds, "zh") }));
    await expect(main.getByText(words.papers_license_verified())).toBeHidden();
    await expect(
      page.getByRole("button", { name: words.wizard_complete(), exact: true }).filter({ visible: true }),
    ).toBeEnabled();
  });
});

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("a sign-in on the way to a booking asks for the two-step code, then goes on", async ({
    page,
    words,
    request,
    car,
  }) => {
    const person = await confirmedPerson(request);
    const key = await enrolApp(request, person);
    await page.goto(`/book/${car.id}?${new URLSearchParams({ pickupDate, returnDate })}`);
    await expect(page).toHaveURL(/\/login\?redirect=\/book\//);
    await typeSignIn(page, words, person);
    await expect(page.getByLabel(words.auth_code(), { exact: true })).toBeFocused();
    // Each code works once; the code of the next 30 seconds is valid already.
    await page.keyboard.type(codeOf(key, 1));
    await page.keyboard.press("Enter");
    await expect(heading(page)).toHaveText(words.wizard_vehicle_heading());
    await expect(page.getByLabel(words.request_pickup())).toHaveValue(pickupDate);
    await page.getByLabel(words.request_phone()).fill("+1 650 555 0166");
    await next(page, words).click();
    await expect(heading(page)).toHaveText(words.wizard_insurance_heading());
    await page.goto("/dashboard");
    await expect(heading(page)).toHaveText(words.account_welcome({ name: person.fullName }));
    // A booking that has only begun isn't an order.
    await expect(page.getByRole("main")).toContainText(words.own_orders_none());
  });
});
