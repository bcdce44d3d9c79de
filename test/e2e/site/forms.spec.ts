import { type Page } from "@playwright/test";
import { addDays } from "#domain/dates.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";
import { expect, screens, test, today, ways, type Words } from "../fixtures.ts";

const anAddress = (who: string) => `${who}.${crypto.randomUUID()}@mail.example`;
const toasts = (page: Page, words: Words) => page.getByRole("region", { name: words.common_toasts() });
const urlIn = (text: string | undefined, path: string) =>
  new RegExp(`https?://\\S+${path}\\?token=\\S+`).exec(text ?? "")?.[0] ?? "";

test.describe("a message to us, zh", () => {
  test.use(ways["zh, phone"]);

  test("a message to us is sent, and the form is empty again", async ({
    language,
    page,
    words,
    wake,
    scan,
    emails,
  }) => {
    const email = anAddress("mo");
    await page.goto("/contact");
    await wake();
    await page.getByRole("button", { name: words.contact_form_send() }).click();
    await expect(page.getByLabel(words.contact_form_name(), { exact: true })).toBeFocused();
    await expect(page.getByText(words.contact_form_missing_message())).toBeVisible();
    await scan();
    await page.getByLabel(words.contact_form_name(), { exact: true }).fill("Mo Lin");
    await page.getByLabel(words.contact_form_email(), { exact: true }).fill("mo at example");
    await page.getByLabel(words.contact_form_subject(), { exact: true }).fill("A car for June");
    await page.getByLabel(words.contact_form_message(), { exact: true }).fill("Is there a minivan in June?");
    await page.getByRole("button", { name: words.contact_form_send() }).click();
    await expect(page.getByText(words.contact_form_bad_email())).toBeVisible();
    await page.getByLabel(words.contact_form_email(), { exact: true }).fill(email);
    await page.getByRole("button", { name: words.contact_form_send() }).click();
    await expect(toasts(page, words)).toContainText(words.contact_sent_title());
    await expect(toasts(page, words)).toContainText(words.contact_sent_text());
    await expect(page.getByLabel(words.contact_form_message(), { exact: true })).toHaveValue("");
    await scan();
    const [message] = await emails({ recipient: email });
    expect(message).toMatchObject({ kind: "contact_received", language });
  });
});

test.describe("a message to us, en", () => {
  test.use(ways["en, phone"]);

  test("a message to us that fails shows an error and loses nothing", async ({
    page,
    words,
    wake,
    allow,
  }) => {
    allow(/503/);
    await page.goto("/contact");
    await wake();
    await page.route("**/api/contact", (route) =>
      route.fulfill({ status: 503, json: { code: "unavailable", message: "", error: "" } }),
    );
    await fillMessage(page, words, anAddress("fail"));
    await page.getByRole("button", { name: words.contact_form_send() }).click();
    await expect(toasts(page, words)).toContainText(words.contact_failed_title());
    await expect(toasts(page, words)).toContainText(words.contact_failed_text());
    await expect(page.getByLabel(words.contact_form_message(), { exact: true })).toHaveValue(
      "Is there a minivan in June?",
    );
  });
});

test.describe("without script, en", () => {
  test.use({ ...ways["en, desktop"], javaScriptEnabled: false });
  test.beforeEach(({ allow }) => allow(/^request: csp \S+\.js$/));

  test("a message is sent without script, and a wrong one comes back with everything typed", async ({
    page,
    words,
    emails,
    allow,
  }) => {
    allow(/422/);
    const email = anAddress("plain");
    await page.goto("/contact");
    await fillMessage(page, words, "nobody");
    await page.getByRole("button", { name: words.contact_form_send() }).click();
    await expect(page.getByText(words.contact_form_bad_email())).toBeVisible();
    await expect(page.getByLabel(words.contact_form_message(), { exact: true })).toHaveValue(
      "Is there a minivan in June?",
    );
    await page.getByLabel(words.contact_form_email(), { exact: true }).fill(email);
    await page.getByRole("button", { name: words.contact_form_send() }).click();
    await expect(page.getByRole("status").filter({ hasText: words.contact_sent_title() })).toBeVisible();
    expect(await emails({ recipient: email })).toHaveLength(1);
  });
});

test.describe("without script, zh", () => {
  test.use({ ...ways["zh, desktop"], javaScriptEnabled: false });
  test.beforeEach(({ allow }) => allow(/^request: csp \S+\.js$/));

  test("a subscription is requested, confirmed and ended without script", async ({ page, words, emails }) => {
    const email = anAddress("reader");
    await page.goto("/");
    const offer = page.getByRole("region", {
      name: words.promo_title({ amount: "US$20" }),
    });
    await offer.getByLabel(words.promo_email()).fill(email);
    await offer.getByRole("button", { name: words.promo_submit() }).click();
    await expect(page).toHaveURL("/subscriptions");
    await expect(page.getByText(words.promo_next_step({ email }))).toBeVisible();
    const [asked] = await emails({ recipient: email });
    await page.goto(urlIn(asked?.text, "/subscriptions/confirm"));
    await page.getByRole("button", { name: words.subscriptions_confirm_button() }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.subscriptions_confirmed_title());
    const welcome = (await emails({ recipient: email })).find(({ kind }) => kind === "subscription_code");
    await page.goto(urlIn(welcome?.text, "/subscriptions/unsubscribe"));
    await page.getByRole("button", { name: words.subscriptions_end_button() }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.subscriptions_ended_title());
  });
});

test.describe("the code of a subscription", () => {
  test.use({ viewport: screens.desktop });

  test("the subscription's code takes $20 off a first rental, once a person has pressed the email's button", async ({
    page,
    words,
    wake,
    scan,
    emails,
    car,
    allow,
  }) => {
    const email = anAddress("first");
    await page.goto("/");
    await wake();
    const offer = page.getByRole("region", { name: words.promo_title({ amount: "$20" }) });
    await offer.getByRole("button", { name: words.promo_submit() }).click();
    await expect(offer.getByRole("alert")).toContainText(words.promo_missing_email());
    await offer.getByLabel(words.promo_email()).fill(email);
    await offer.getByRole("button", { name: words.promo_submit() }).click();
    await expect(toasts(page, words)).toContainText("Success!");
    await expect(toasts(page, words)).toContainText(
      "You've been subscribed to our updates. Check your email for exclusive offers!",
    );

    const [asked] = await emails({ recipient: email });
    const confirm = urlIn(asked?.text, "/subscriptions/confirm");
    // A mail scanner opens the link, and nothing happens.
    await page.request.get(confirm);
    expect(await emails({ recipient: email })).toHaveLength(1);
    await page.goto(confirm);
    await scan();
    await page.getByRole("button", { name: words.subscriptions_confirm_button() }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.subscriptions_confirmed_title());
    await scan();
    const code =
      /BAY-\w{7}-\w{7}/.exec(
        (await emails({ recipient: email })).find(({ kind }) => kind === "subscription_code")?.text ?? "",
      )?.[0] ?? "";
    expect(code).not.toBe("");

    const pickupDate = addDays(today(), 420);
    await page.goto(
      `/cars/${car.id}?${new URLSearchParams({ pickupDate, returnDate: returnDateFor(pickupDate, 1) })}`,
    );
    await wake();
    await page.getByLabel(words.request_name(), { exact: true }).fill("First Renter");
    await page.getByLabel(words.request_email(), { exact: true }).fill(email);
    await page.getByLabel(words.request_place(), { exact: true }).fill("1 Market Street, San Francisco");
    await page.getByText(words.order_promo_ask()).click();
    await page.getByLabel(words.order_promo(), { exact: true }).fill(code.toLowerCase());
    await page.getByRole("button", { name: words.order_promo_apply() }).click();
    await expect(page.getByRole("form", { name: words.request_title() })).toContainText(/[-−]\$20\.00/);
    await page.getByRole("button", { name: /Request for/ }).click();
    await expect(toasts(page, words)).toContainText("Booking Successful!");
    const order = (await emails({ recipient: email })).find(({ kind }) => kind === "order_received");
    expect(order?.text).toMatch(/[-−]\$20\.00/);

    allow(/409/);
    await page.goto("/subscriptions");
    await wake();
    await page.getByLabel(words.promo_email()).fill(email.toUpperCase());
    await page.getByRole("button", { name: words.promo_submit() }).click();
    await expect(toasts(page, words)).toContainText("Already Subscribed");
    await expect(toasts(page, words)).toContainText("This email is already subscribed to our updates.");
  });

  test("a subscription ends by a mail program's one click, but not by an unknown link", async ({
    page,
    words,
    emails,
    allow,
    request,
    scan,
  }) => {
    const email = anAddress("gone");
    await request.post("/api/email-subscriptions", { data: { email, source: "promo_modal" } });
    const [asked] = await emails({ recipient: email });
    const token = new URL(urlIn(asked?.text, "/subscriptions/confirm")).searchParams.get("token");
    expect((await request.post("/api/email-subscriptions/confirm", { data: { token } })).status()).toBe(200);
    const goodbye = urlIn(
      (await emails({ recipient: email })).find(({ kind }) => kind === "subscription_code")?.text,
      "/subscriptions/unsubscribe",
    );
    const clicked = await request.post(goodbye, { form: { "List-Unsubscribe": "One-Click" } });
    expect(clicked.status()).toBe(200);
    allow(/404/);
    await page.goto(`/subscriptions/unsubscribe?token=${"x".repeat(43)}`);
    await page.getByRole("button", { name: words.subscriptions_end_button() }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.subscriptions_link_title());
    await scan();
  });
});

test("hostile texts are shown as text wherever they appear again", async ({ page, words, allow }) => {
  test.slow();
  // Requests that the browser blocked; it has two messages for that.
  allow(/4\d\d|inspector|ERR_BLOCKED_BY_CLIENT/);
  let answered = "";
  await page.route("**/without-policy", (route) =>
    route.fulfill({ contentType: "text/html; charset=utf-8", body: answered }),
  );
  // The look of the page does not matter here.
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setBlockedURLs", { urls: ["*/assets/*"] });
  // Each text goes into every field and is sent without the application. All of it comes back in the page, which
  // is drawn here without the policy that would stop it.
  for (const text of hostileStrings.filter((one) => /[<>"'{`]|script/i.test(one))) {
    const body = new URLSearchParams({
      name: text,
      email: text,
      phone: text,
      subject: text,
      message: text,
      website: "",
    });
    const answer = await page.request.post("/contact", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      data: body.toString(),
    });
    expect(answer.status(), text).toBeLessThan(500);
    answered = await answer.text();
    await page.goto("/without-policy", { waitUntil: "domcontentloaded" });
    expect(await page.evaluate(() => "hostile" in window), text).toBe(false);
    expect(await page.getByLabel(words.contact_form_message(), { exact: true }).count()).toBe(1);
  }
});

async function fillMessage(page: Page, words: Words, email: string): Promise<void> {
  await page.getByLabel(words.contact_form_name(), { exact: true }).fill("Mo Lin");
  await page.getByLabel(words.contact_form_email(), { exact: true }).fill(email);
  await page.getByLabel(words.contact_form_subject(), { exact: true }).fill("A car for June");
  await page.getByLabel(words.contact_form_message(), { exact: true }).fill("Is there a minivan in June?");
}
