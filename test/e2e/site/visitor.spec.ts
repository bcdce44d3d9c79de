import { type Page, type Request } from "@playwright/test";
import { formatDate } from "#domain/dates.ts";
import { expect, test, today, ways, type Words } from "../fixtures.ts";

const year = Number(today().slice(0, 4)) + 1;
const pickup = `${year}-02-01`;
const back = `${year}-04-30`;
const renter = {
  firstName: "Mei Lin",
  lastName: "Okafor",
  email: "mei.okafor@mail.example",
  mobile: "+1 415 555 0137",
};
const card = { number: "4111111111111111", cvv: "8413" };
const total = { en: "$2,544.15", zh: "US$2,544.15" };
/** Standard for three months: 3 × 799 less 5 %, and 3 × 89 for liability. */
const lines = { en: ["$2,397.00", "−$119.85", "$267.00"], zh: ["US$2,397.00", "−US$119.85", "US$267.00"] };
const alerts = {
  en: {
    home: "Please select: Location",
    information:
      "Please fill in all required fields, confirm you are 21 years or older, have 2+ years driving experience, and select an insurance option",
    method: "Please select a payment method",
    card: "Please fill in all card and billing information",
  },
  zh: {
    home: "请选择：城市",
    information: "请填写所有必填项，确认您已年满 21 岁、有 2 年以上驾龄，并选择一项保险",
    method: "请选择付款方式",
    card: "请填写完整的银行卡和账单信息",
  },
};

const seen = (page: Page, role: "button" | "link", name: RegExp | string) =>
  page.getByRole(role, { name }).filter({ visible: true }).first();
const alertWith = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text });

// The business lives by this journey, so it runs on both screens.
for (const way of ["en, desktop", "zh, phone"] as const) {
  test.describe(way, () => {
    test.use(ways[way]);

    test("a visitor orders a plan from the home page with a card that never leaves the browser", async ({
      language,
      page,
      words,
      scan,
      wake,
      emails,
    }) => {
      const sent = recordRequests(page);
      await page.goto("/");
      await wake();
      await page.getByRole("button", { name: words.home_see_plans() }).click();
      await expect(alertWith(page, alerts[language].home)).toBeFocused();
      await page.getByLabel(words.home_where(), { exact: true }).selectOption("Mountain View");
      await page.getByLabel(words.home_how_long()).selectOption("3");
      await page.getByLabel(words.home_pickup(), { exact: true }).fill(pickup);
      await expect(page.getByLabel(words.home_return(), { exact: true })).toHaveText(
        formatDate(back, language),
      );
      await scan();
      await page.getByRole("button", { name: words.home_see_plans() }).click();

      await expect(page).toHaveURL(`/pricing-tiers?location=Mountain+View&from=${pickup}&until=${back}`);
      const confirm = page.getByRole("button", { name: words.plans_confirm(), exact: true });
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.plans_heading());
      await expect(confirm).toBeHidden();
      await expect(page.getByRole("radio", { name: words.plans_economy_text() })).toBeDisabled();
      await page.getByRole("radio", { name: words.plans_standard_text() }).check();
      await expect(confirm).toBeVisible();
      await scan();
      await confirm.click();

      await expect(page).toHaveURL(
        `/information?location=Mountain+View&from=${pickup}&until=${back}&tier=standard&price=799.00`,
      );
      await fillInformation(page, words, language, scan);

      await expect(page).toHaveURL(/\/checkout\?/);
      await expectNoRenterIn(page);
      await expect(page.getByRole("complementary")).toContainText(total[language]);
      await payByCard(page, words, language, scan);

      await expect(page).toHaveURL(/\/order-complete\?order=[0-9a-f-]{36}/);
      const side = page.getByRole("complementary");
      for (const amount of [...lines[language], total[language]]) await expect(side).toContainText(amount);
      await expect(side).toContainText("1111");
      await expect(page.getByRole("main")).not.toContainText(renter.email);
      await scan();
      await page.reload();
      await expect(side).toContainText(total[language]);

      const orderId = new URL(page.url()).searchParams.get("order");
      const [email] = await emails({ orderId, kind: "order_received" });
      expect(email).toMatchObject({ recipient: renter.email, language });
      expect(email?.text).toContain(total[language]);
      await expectSecret(page, sent);

      await page.evaluate(() =>
        Object.assign(window, { print: () => Object.assign(window, { wasPrinted: true }) }),
      );
      await wake();
      await page.getByRole("button", { name: words.order_print() }).click();
      expect(await page.evaluate(() => "wasPrinted" in window)).toBe(true);
      await page.getByRole("main").getByRole("link", { name: words.order_return_home() }).click();
      await expect(page).toHaveURL("/");
    });
  });
}

test("a link with a renter's details still works, and they are removed from the address", async ({
  page,
  words,
}) => {
  const query = new URLSearchParams({
    location: "Fremont",
    from: pickup,
    until: back,
    tier: "basic",
    insurance: "decline",
    total: "1.00",
    ...renter,
  });
  await page.goto(`/checkout?${query}`);
  await expect(page).not.toHaveURL(/email/);
  await expectNoRenterIn(page);
  await page.getByRole("radio", { name: "PayPal" }).check();
  await seen(page, "button", words.checkout_place()).click();
  await expect(page).toHaveURL(/\/order-complete\?order=/);
  await expect(page.getByRole("complementary")).toContainText("$1,707.15");
});

test("no page keeps a renter's details in its address, before or after the application loads", async ({
  page,
  wake,
  allow,
}) => {
  allow(/404|422/);
  const query = new URLSearchParams({ tier: "basic", name: "Wei", customerEmail: renter.email, ...renter });
  for (const path of ["/order-complete", "/find-order", "/information", "/cars", "/"]) {
    await page.goto(`${path}?${query}#top`);
    await expect(page).toHaveURL(`${path}?tier=basic#top`);
    await wake();
    await expect(page).toHaveURL(`${path}?tier=basic#top`);
  }
});

test("typed details survive Back and a reload until the order is placed", async ({ page, words }) => {
  await page.goto(`/information?location=Fremont&from=${pickup}&until=${back}&tier=basic`);
  await page.getByLabel(words.information_first_name()).fill(renter.firstName);
  await page.getByLabel(words.request_email()).fill(renter.email);
  await page.getByRole("radio", { name: words.order_liability_ultimate() }).check();
  await page.reload();
  await expect(page.getByLabel(words.information_first_name())).toHaveValue(renter.firstName);
  await page.getByRole("link", { name: words.plans_back() }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.plans_heading());
  await page.goBack();
  await expect(page.getByLabel(words.request_email())).toHaveValue(renter.email);
  await expect(page.getByRole("radio", { name: words.order_liability_ultimate() })).toBeChecked();
});

type Scan = () => Promise<void>;

async function fillInformation(page: Page, words: Words, language: "en" | "zh", scan: Scan): Promise<void> {
  const go = seen(page, "button", new RegExp(`^${words.information_continue_short()}`));
  const field = (label: string) => page.getByRole("textbox", { name: label, exact: true });
  await go.click();
  await expect(alertWith(page, alerts[language].information)).toBeVisible();
  // Chinese names begin with the family name: the first wrong field on the page gets the focus first.
  const names = [
    { label: words.information_first_name(), name: renter.firstName },
    { label: words.information_last_name(), name: renter.lastName },
  ];
  const [one, other] = language === "zh" ? names.toReversed() : names;
  await expect(field(one?.label ?? "")).toBeFocused();
  await scan();
  await field(one?.label ?? "").fill(one?.name ?? "");
  await go.click();
  await expect(field(other?.label ?? "")).toBeFocused();
  await field(other?.label ?? "").fill(other?.name ?? "");
  await field(words.request_email()).fill("mei.okafor");
  await go.click();
  await expect(field(words.request_email())).toBeFocused();
  await field(words.request_email()).fill(renter.email);
  await page.getByRole("textbox", { name: words.information_mobile() }).fill(renter.mobile);
  await go.click();
  await expect(page.getByRole("radio", { name: words.order_liability_protection() })).toBeFocused();
  await page.getByRole("radio", { name: words.order_liability_protection() }).check();
  await go.click();
  await expect(page.getByRole("checkbox", { name: words.information_age() })).toBeFocused();
  await page.getByRole("checkbox", { name: words.information_age() }).check();
  await page.getByRole("checkbox", { name: words.information_experience() }).check();
  await go.click();
}

async function payByCard(page: Page, words: Words, language: "en" | "zh", scan: Scan): Promise<void> {
  const place = seen(page, "button", words.checkout_place());
  const field = (label: string) => page.getByRole("textbox", { name: label });
  await expect(field(words.checkout_card_number())).toBeHidden();
  await place.click();
  await expect(alertWith(page, alerts[language].method)).toBeVisible();
  await page.getByRole("radio", { name: words.checkout_card() }).check();
  await place.click();
  await expect(alertWith(page, alerts[language].card)).toBeVisible();
  await expect(field(words.checkout_card_number())).toBeFocused();
  await scan();
  await field(words.checkout_card_number()).pressSequentially("4111111111111112");
  await expect(field(words.checkout_card_number())).toHaveValue("4111 1111 1111 1112");
  await field(words.checkout_expiry()).pressSequentially(`12${String(year + 1).slice(2)}`);
  await field(words.checkout_cvv()).fill(card.cvv);
  await field(words.checkout_card_name()).fill("M L Okafor");
  await field(words.checkout_line1()).fill("1 Castro Street");
  await field(words.checkout_city()).fill("Mountain View");
  await field(words.checkout_state()).fill("CA");
  await field(words.checkout_zip()).fill("94041");
  await place.click();
  await expect(page.getByText(words.checkout_error_number())).toBeVisible();
  await expect(field(words.checkout_card_number())).toBeFocused();
  await field(words.checkout_card_number()).fill(card.number);
  await place.click();
  await expect(page.getByText(words.checkout_error_cvv({ count: 3 }))).toBeVisible();
  await field(words.checkout_cvv()).fill(card.cvv.slice(0, 3));
  await scan();
  await place.click();
}

async function expectNoRenterIn(page: Page): Promise<void> {
  const address = decodeURIComponent(page.url().replaceAll("+", " "));
  for (const word of Object.values(renter)) expect(address).not.toContain(word);
}

/** Everything that leaves the browser: addresses, headers, bodies. */
function recordRequests(page: Page): string[] {
  const sent: string[] = [];
  page.context().on("request", (request: Request) => {
    sent.push(
      [request.method(), request.url(), JSON.stringify(request.headers()), request.postData() ?? ""].join(
        "\n",
      ),
    );
  });
  return sent;
}

/** Neither the sent data nor the browser's storage contains the card's number or its CVV. */
async function expectSecret(page: Page, sent: string[]): Promise<void> {
  const storage = JSON.stringify(await page.context().storageState({ indexedDB: true }));
  const visit = await page.evaluate(() =>
    JSON.stringify({ session: { ...sessionStorage }, history: history.state as unknown }),
  );
  const posts = sent.filter((text) => text.startsWith("POST"));
  expect(posts.some((text) => text.includes("/api/orders") && text.includes('"last4":"1111"'))).toBe(true);
  const cvv = new RegExp(`(?<![\\w-])${card.cvv.slice(0, 3)}${card.cvv.slice(3)}?(?![\\w-])`);
  for (const text of [...sent, storage, visit]) {
    const plain = text.replaceAll(/%20|[\s+-]/g, "");
    expect(plain).not.toContain(card.number.slice(0, 12));
    expect(text.replaceAll(/"(content-length|x-[\w-]+|if-none-match)":"[^"]*"/g, "")).not.toMatch(cvv);
  }
}
