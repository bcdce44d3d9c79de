import { carNameIn } from "#domain/cars/brand-names.ts";
import { type Page } from "@playwright/test";
import sharp from "sharp";
import type { WizardBooking } from "#contract/account/booking.ts";
import type { OrderMoneyShown } from "#contract/payments.ts";
import { addDays, formatDate } from "#domain/dates.ts";
import { formatMoney, parseMoney, wireMoney } from "#domain/money.ts";
import { unpaidBooking } from "#domain/booking/wizard.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { admin } from "../admins.ts";
import { expect, scanBoth, tabTo, test, today, ways, type Words } from "../fixtures.ts";
import { callsOf, confirmedPerson, openSession, type Person, typeSignIn } from "../people.ts";

const pickupDate = addDays(today(), 30);
const rental = { pickupDate, returnDate: returnDateFor(pickupDate, 1) };
const dates = new URLSearchParams(rental).toString();
const phone = "+1 650 555 0134";

const next = (page: Page, words: Words) =>
  page.getByRole("button", { name: words.wizard_next(), exact: true }).filter({ visible: true });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const total = (page: Page, words: Words) =>
  page.getByRole("complementary", { name: words.wizard_summary() }).locator(".total dd");

/** Calls the API as the person whose session the page has. */
async function callAs(page: Page, person: Person, path: string, data: object): Promise<WizardBooking> {
  const signedIn = await page.request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "longbay" },
    data: { email: person.email, password: person.password },
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const answer = await page.request.post(path, { headers: { authorization: `Bearer ${token}` }, data });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as WizardBooking;
}

/** Whenever the last step is opened, it says how much of the first month has been paid. */
async function saysWhatIsPaid(page: Page, words: Words, orderId: string): Promise<void> {
  const main = page.getByRole("main");
  const headers = await callsOf(page.request, admin);
  const path = `/api/admin/orders/${orderId}/payments`;
  const received = await page.request.get(`/api/admin/orders/${orderId}/money`, { headers });
  const { instalments } = (await received.json()) as OrderMoneyShown;
  const amount = parseMoney(instalments[0]?.amount ?? "") ?? 0;
  const part = 10_000;
  for (const [cents, sentence] of [
    [part, words.wizard_done_paid_part({ paid: formatMoney(part, "en"), amount: formatMoney(amount, "en") })],
    [amount - part, words.wizard_done_paid()],
  ] as const) {
    const data = { id: crypto.randomUUID(), amount: wireMoney(cents), method: "transfer", paidOn: today() };
    const recorded = await page.request.post(path, { headers, data });
    expect(recorded.ok(), await recorded.text()).toBe(true);
    await page.reload();
    await expect(main).toContainText(sentence);
  }
}

test.describe("a lost hold, zh on a phone", () => {
  test.use(ways["zh, phone"]);

  test("a booking whose hold was lost keeps what was typed, and one click holds the car again", async ({
    page,
    request,
    words,
    language,
    car,
    anyCar,
    scan,
  }) => {
    const person = await confirmedPerson(request);
    await openSession(page, person);
    await page.goto(`/book/${car.id}?${dates}`);
    await page.getByLabel(words.request_phone()).fill(phone);
    await next(page, words).click();
    await expect(page).toHaveURL(/step=insurance/);
    await page.getByLabel(words.order_insurance_premium()).check();
    await next(page, words).click();
    await expect(page).toHaveURL(/step=payment/);

    // Another booking of the same account ends this one's hold.
    const other = { carId: anyCar.id, customerPhone: phone, ...rental };
    await callAs(page, person, "/api/wizard", other);
    await page.reload();
    const notice = page.getByRole("alert").filter({ hasText: words.wizard_lost() });
    await expect(notice).toBeVisible();
    await scan();
    await notice
      .getByRole("button", {
        name: words.order_dates({
          from: formatDate(rental.pickupDate, language),
          until: formatDate(rental.returnDate, language),
        }),
      })
      .click();
    await expect(notice).toBeHidden();
    await expect(heading(page)).toHaveText(words.wizard_payment_heading());
    await page.getByRole("link", { name: words.wizard_previous() }).click();
    await expect(page.getByLabel(words.order_insurance_premium())).toBeChecked();
    await page.getByRole("link", { name: words.wizard_previous() }).click();
    await expect(page.getByLabel(words.request_phone())).toHaveValue(phone);
  });
});

test.describe("booking in steps, en on a desktop", () => {
  test.use(ways["en, desktop"]);

  test("a booking in steps works by keyboard alone from Book Now to the trip's page", async ({
    language,
    page,
    request,
    words,
    car,
    scan,
    wake,
    emails,
  }) => {
    const person = await confirmedPerson(request);
    await openSession(page, person);
    await page.goto(`/cars?${new URLSearchParams({ q: car.name, ...rental }).toString()}`);
    await wake();
    await tabTo(
      page,
      page
        .getByRole("link", { name: words.cars_book_now_label({ name: carNameIn(car.name, language) }) })
        .first(),
    );
    await page.keyboard.press("Enter");
    await expect(heading(page)).toHaveText(words.wizard_vehicle_heading());
    await expect(page.getByRole("button", { name: "Previous", exact: true })).toBeDisabled();
    await expect(page.getByLabel(words.request_name())).toHaveValue(person.fullName);
    await expect(page.getByLabel(words.request_name())).not.toBeEditable();
    await expect(page.getByLabel(words.request_email())).not.toBeEditable();
    await expect(page.getByRole("list", { name: words.wizard_steps() }).getByRole("listitem")).toContainText([
      "Vehicle Details",
      "Insurance",
      "Payment",
      "Verification",
      "Confirmation",
    ]);
    await scanBoth(page, scan);
    await tabTo(page, page.getByLabel(words.request_pickup()));
    await tabTo(page, next(page, words));
    await page.keyboard.press("Enter");
    await expect(page.getByLabel(words.request_phone())).toBeFocused();
    await page.keyboard.type(phone);
    await page.keyboard.press("Enter");

    await expect(heading(page)).toBeFocused();
    await expect(heading(page)).toHaveText(words.wizard_insurance_heading());
    await tabTo(page, page.getByLabel(words.order_insurance_basic()));
    await page.keyboard.press("ArrowDown");
    await expect(page.getByLabel(words.order_insurance_premium())).toBeChecked();
    await scanBoth(page, scan);
    await page.keyboard.press("Enter");

    await expect(heading(page)).toHaveText(words.wizard_payment_heading());
    await tabTo(page, page.getByRole("radio", { name: words.checkout_card() }));
    await page.keyboard.press("Space");
    for (const typed of [
      "4111111111111111",
      "1230",
      "123",
      "ANN LEE",
      "1 Main St",
      "",
      "San Jose",
      "CA",
      "95112",
    ]) {
      await page.keyboard.press("Tab");
      await page.keyboard.type(typed);
    }
    await scanBoth(page, scan);
    const sent = page.waitForRequest((one) => one.method() === "PATCH");
    await page.keyboard.press("Enter");
    expect((await sent).postDataJSON()).toEqual({
      paymentMethod: "credit-card",
      card: { brand: "visa", last4: "1111", expiry: "12/30" },
      language: "en",
    });

    await expect(heading(page)).toHaveText(words.wizard_verification_heading());
    const complete = page
      .getByRole("button", { name: "Complete Booking", exact: true })
      .filter({ visible: true });
    await expect(complete).toBeDisabled();
    const licence = await sharp({ create: { width: 1600, height: 1000, channels: 3, background: "#9bb" } })
      .jpeg()
      .toBuffer();
    for (const side of [words.papers_front(), words.papers_back()]) {
      await page
        .getByRole("region", { name: side })
        .locator("input[type=file]")
        .first()
        .setInputFiles({ name: `${side}.jpg`, mimeType: "image/jpeg", buffer: licence });
      await expect(page.getByRole("region", { name: side }).getByText(words.papers_uploaded())).toBeVisible();
    }
    await scanBoth(page, scan);
    const due = await total(page, words).textContent();
    await tabTo(page, complete);
    await page.keyboard.press("Enter");

    await expect(page.locator(".toast")).toContainText("Booking Confirmed");
    await expect(page).toHaveURL(/step=confirmation&order=/);
    await expect(heading(page)).toHaveText(words.wizard_done_heading());
    await expect(total(page, words)).toHaveText(due ?? "");
    const unpaid = words.wizard_done_pay({ hours: unpaidBooking.endsAfterHours });
    await expect(page.getByRole("main")).toContainText(unpaid);
    await scanBoth(page, scan);
    await page.reload();
    await expect(heading(page)).toHaveText(words.wizard_done_heading());
    const lastStep = page.url();
    const id = new URL(lastStep).searchParams.get("order") ?? "";
    await tabTo(page, page.getByRole("link", { name: words.wizard_done_trip() }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`/dashboard/trips/${id}`);
    await expect(heading(page)).toHaveText(carNameIn(car.name, language));
    await expect(page.getByRole("main")).toContainText(/\$40\.00 a day/);
    const kinds = (await emails({ orderId: id })).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(["admin_order_placed", "order_confirmed"]);
    await page.goto(lastStep);
    await saysWhatIsPaid(page, words, id);
    // The booking is over: the car's address begins a new one.
    await page.goto(`/book/${car.id}`);
    await expect(heading(page)).toHaveText(words.wizard_vehicle_heading());
  });

  test("a booking in steps asks for a sign-in, survives Back and a reload, and counts the hold down", async ({
    page,
    request,
    words,
    car,
  }) => {
    const person = await confirmedPerson(request);
    await page.clock.install();
    await page.goto(`/book/${car.id}?${dates}`);
    await expect(page).toHaveURL(/\/login\?redirect=\/book\//);
    await expect(page.locator(".toast")).toContainText("Login Required");
    await typeSignIn(page, words, person);
    await expect(page).toHaveURL(`/book/${car.id}?${dates}&step=vehicle`);
    await expect(page.getByLabel(words.request_pickup())).toHaveValue(rental.pickupDate);
    await page.getByLabel(words.request_phone()).fill(phone);
    await page.reload();
    await expect(page.getByLabel(words.request_phone())).toHaveValue(phone);
    await next(page, words).click();
    await expect(heading(page)).toHaveText(words.wizard_insurance_heading());
    await expect(page.getByText(/^This car is held for you until/)).toBeVisible();

    await page.getByLabel(words.order_insurance_basic()).check();
    await next(page, words).click();
    await expect(heading(page)).toHaveText(words.wizard_payment_heading());
    await page.goBack();
    await expect(heading(page)).toHaveText(words.wizard_insurance_heading());
    await expect(page.getByLabel(words.order_insurance_basic())).toBeChecked();
    await page.goBack();
    await expect(heading(page)).toHaveText(words.wizard_vehicle_heading());
    await expect(page.getByLabel(words.request_phone())).toHaveValue(phone);
    await page.goForward();
    await page.goForward();
    await expect(heading(page)).toHaveText(words.wizard_payment_heading());
    await next(page, words).click();
    await expect(page.getByRole("alert").filter({ hasText: "Please select a payment method" })).toBeVisible();
    await page.getByRole("radio", { name: words.checkout_card() }).check();
    await next(page, words).click();
    await expect(
      page.getByRole("alert").filter({ hasText: "Please fill in all card and billing information" }),
    ).toBeVisible();

    // On another device and another day, the car's address alone leads to the step where the person was.
    await page.goto(`/book/${car.id}`);
    await expect(heading(page)).toHaveText(words.wizard_payment_heading());
    await page.clock.fastForward("21:00");
    await expect(page.getByText(/^Held for you for (8:5\d|9:00)/)).toBeVisible();
  });

  test("a booking in steps says that the car is taken, before and after Next, and offers other dates", async ({
    page,
    request,
    words,
    language,
    car,
    allow,
  }) => {
    allow(/409/);
    const [person, other] = [await confirmedPerson(request), await confirmedPerson(request)];
    const wanted = { carId: car.id, customerPhone: phone, ...rental };
    await openSession(page, person);
    await page.goto(`/book/${car.id}`);
    await expect(total(page, words)).toHaveText("$450.00");
    await page.getByLabel(words.request_phone()).fill(phone);
    await callAs(page, other, "/api/wizard", wanted);
    await page.getByLabel(words.request_pickup()).fill(rental.pickupDate);
    await page.getByLabel(words.request_return()).fill(rental.returnDate);
    const notice = page.getByRole("alert").filter({ hasText: words.request_taken() });
    await expect(notice).toBeVisible();
    await next(page, words).click();
    await expect(notice).toBeFocused();
    const from = addDays(rental.returnDate, 1);
    await notice.getByRole("button", { name: formatDate(from, language) }).click();
    await expect(heading(page)).toHaveText(words.wizard_insurance_heading());
    await expect(page.getByRole("complementary", { name: words.wizard_summary() })).toContainText(
      formatDate(from, language),
    );
  });
});
