import { addDays } from "#domain/dates.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { expect, test, today, ways } from "../fixtures.ts";
import {
  confirmedPerson,
  emailLink,
  logOut,
  openSettings,
  newPerson,
  type Person,
  placeOrder,
  signIn,
  textedCode,
  typeSignIn,
} from "../people.ts";

/** Redirect targets that should all end on the home page. */
const hostileRedirects = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "/%2f/evil.example",
  "/%5cevil.example",
  "/%09/evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  " /cars",
  "cars",
  "/../..//evil.example",
  "@evil.example",
];

test.describe("signing in", () => {
  test("the sign-up form shows one error after another and loses nothing that was typed", async ({
    page,
    words,
  }) => {
    await page.goto("/signup?type=admin");
    const field = (label: string) => page.getByLabel(label, { exact: true });
    const send = () => page.getByRole("button", { name: "Create account" }).click();
    const expectError = async (text: string, label: string) => {
      await send();
      await expect(page.locator(".toast")).toContainText("Validation Error");
      await expect(page.locator(".toast")).toContainText(text);
      await expect(page.getByRole("main").getByText(text, { exact: true })).toBeVisible();
      await expect(field(label)).toBeFocused();
    };
    for (const [text, label, typed] of [
      ["Full name is required", "Full Name", "Ann Lee"],
      ["Username is required", "Username", "an"],
      ["Username must be at least 3 characters", "Username", "ann lee"],
      ["Username can only contain letters, numbers, and underscores", "Username", newPerson().username],
      ["Email is required", "Email", "ann@"],
      ["Please enter a valid email address", "Email", "ann@mail.example"],
      ["Password is required", "Password", "harb"],
      ["Password must be at least 6 characters", "Password", "harbor"],
      ["Passwords do not match", "Confirm Password", "harbor"],
    ] as const) {
      await expectError(text, label);
      await field(label).fill(typed);
    }
    await expectError("Admin code is required", words.auth_admin_code());
    // The typed text stays when another tab is chosen.
    await page
      .getByRole("navigation", { name: words.auth_tabs() })
      .getByRole("link", { name: "Sign In" })
      .click();
    await expect(page).toHaveURL("/signin?type=admin");
    await page
      .getByRole("navigation", { name: words.auth_tabs() })
      .getByRole("link", { name: "Sign Up" })
      .click();
    await expect(field("Full Name")).toHaveValue("Ann Lee");
    await expect(field("Password")).toHaveValue("harbor");
  });

  test("a wrong administrator code and a taken user name are refused", async ({ page, request, allow }) => {
    allow(/\b422\b/);
    const { username } = await confirmedPerson(request);
    await page.goto("/signup?type=admin");
    const field = (label: string) => page.getByLabel(label, { exact: true });
    await field("Full Name").fill("Mallory");
    await field("Username").fill(username.toUpperCase());
    await expect(page.getByText("Username is already taken", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Create account" })).toBeDisabled();
    const other = newPerson();
    await field("Username").fill(other.username);
    await expect(page.getByText(`${other.username} is available`)).toBeVisible();
    await field("Email").fill(other.email);
    await field("Password").fill("harbor fog 4");
    await field("Confirm Password").fill("harbor fog 4");
    await field("Admin Code (Required)").fill("WRONG-CODE");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.locator(".toast")).toContainText("Signup Failed");
    await expect(field("Email")).toHaveValue(other.email);
  });

  test("a wrong password is distinguished from a missing network", async ({
    page,
    words,
    request,
    allow,
    context,
  }) => {
    allow(/\b400\b|ERR_FAILED|Failed to load/);
    const person = await confirmedPerson(request);
    await page.goto("/signin");
    await typeSignIn(page, words, { ...person, password: "wrong one" });
    await expect(page.locator(".toast")).toContainText("Login Failed");
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Invalid login credentials");
    await expect(page.locator("#signin-password")).toHaveValue("wrong one");
    await context.route("**/auth/v1/token**", (route) => route.abort());
    await typeSignIn(page, words, person);
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Network error, please try again");
  });

  test("signing in works by keyboard alone", async ({ page, request, wake }) => {
    const person = await confirmedPerson(request);
    await page.goto("/signin?redirect=/cars");
    await expect(page.getByRole("main").getByRole("button", { name: "Sign In" })).toBeEnabled();
    await page.locator("#signin-email").focus();
    await page.keyboard.type(person.email);
    await page.keyboard.press("Tab");
    // The link for people who forgot their password comes before the field, across from its label.
    await page.keyboard.press("Tab");
    await page.keyboard.type(person.password);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page.locator("#signin-password")).toHaveAttribute("type", "text");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL("/cars");
    await wake();
    await page.locator(".account-menu summary").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.locator(".account-menu a")).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.locator(".account-menu summary")).toBeFocused();
    await expect(page.locator(".account-menu")).not.toHaveAttribute("open");
  });

  test("a sign-in never redirects to another site", async ({ page, words, request }) => {
    test.setTimeout(180_000);
    await signIn(page, words, await confirmedPerson(request));
    for (const hostile of hostileRedirects) {
      await page.goto(`/signin?redirect=${encodeURIComponent(hostile)}`);
      await expect(page, hostile).toHaveURL("/");
    }
    await page.goto(`/signin?redirect=${encodeURIComponent("/cars?brand=Kia")}`);
    await expect(page).toHaveURL("/cars?brand=Kia");
  });

  test("the header shows the signed-in person before the application loads, on the same page for all", async ({
    page,
    words,
    request,
    context,
    allow,
  }) => {
    allow(/ERR_FAILED|Failed to (?:load|fetch)/);
    const person = await confirmedPerson(request);
    await signIn(page, words, person);
    await context.route("**/assets/*.js", (route) => route.abort());
    for (const path of ["/", "/cars", "/faq"]) {
      const answer = await page.goto(path, { waitUntil: "commit" });
      expect(await answer?.text()).not.toContain(person.username);
      await expect(page.locator(".account-menu .who-name").first()).toHaveText(person.fullName);
      await expect(
        page.getByRole("banner").getByRole("link", { name: words.layout_nav_sign_in() }),
      ).toHaveCount(0);
    }
  });

  test("a log-out in one tab ends the session in all tabs and keeps the language", async ({
    page,
    words,
    request,
    context,
    allow,
  }) => {
    // A tab that has just opened may ask for its hearts at the moment when the session ends.
    allow(/\b401\b.*\/saved-cars\/ids/);
    await signIn(page, words, await confirmedPerson(request));
    const other = await context.newPage();
    const cars = await context.newPage();
    await other.goto("/dashboard");
    await cars.goto("/cars");
    await expect(cars.locator(".account-menu")).toBeVisible();
    await page.evaluate(() => localStorage.setItem("language", "en"));
    await logOut(page, words);
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ language: "en" });
    await expect(other).toHaveURL("/login?redirect=/dashboard");
    await expect(cars.locator(".account-menu")).toBeHidden();
    await expect(
      cars.getByRole("banner").getByRole("link", { name: words.layout_nav_sign_in() }),
    ).toBeVisible();
  });

  test("a session ended on another device leads to the sign-in page", async ({
    page,
    words,
    request,
    anotherVisitor,
    allow,
  }) => {
    allow(/\b40[13]\b/);
    const person = await confirmedPerson(request);
    await signIn(page, words, person);
    const phone = await anotherVisitor();
    await signIn(phone, words, person);
    await openSettings(phone, words);
    await phone.getByRole("button", { name: words.account_sessions_end() }).click();
    await expect(phone.locator(".toast")).toContainText(words.account_session_ended());
    await page.goto("/dashboard");
    await expect(page).toHaveURL("/login?redirect=/dashboard");
    await expect(page.locator("#signin-email")).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("longbay-auth"))).toBeNull();
  });

  test("a phone can be added for two-step verification and removed again", async ({
    page,
    words,
    request,
    scan,
  }) => {
    const person = await confirmedPerson(request);
    const number = `1650555${String(Math.floor(Math.random() * 10_000)).padStart(4, "0")}`;
    await signIn(page, words, person);
    await openSettings(page, words);
    await page.getByRole("button", { name: words.account_step_add_phone() }).click();
    await page.getByLabel(words.account_phone_number()).fill(`+1 (650) 555-${number.slice(-4)}`);
    await page.getByRole("button", { name: words.account_send_code() }).click();
    const first = await textedCode(request, number);
    await page.getByLabel(words.account_code(), { exact: true }).fill(first);
    await page.getByRole("button", { name: words.account_step_turn_on() }).click();
    await expect(page.getByRole("heading", { name: words.account_codes_title() })).toBeVisible();
    const [recoveryCode = ""] = await page
      .getByRole("region", { name: words.account_codes_title() })
      .getByRole("listitem")
      .allInnerTexts();
    await logOut(page, words);

    await page.goto("/login?redirect=/dashboard/settings");
    await typeSignIn(page, words, person);
    await page.getByRole("button", { name: words.auth_code_send() }).click();
    await page.getByLabel(words.auth_code(), { exact: true }).fill(await textedCode(request, number, first));
    await scan();
    await page.keyboard.press("Enter");
    await expect(page.getByText(words.account_step_on())).toBeVisible();
    await logOut(page, words);
    await page.goto("/login?redirect=/dashboard/settings");
    await typeSignIn(page, words, person);
    await page.getByRole("button", { name: words.auth_use_recovery() }).click();
    await page.getByLabel(words.auth_recovery_code(), { exact: true }).fill(recoveryCode.toLowerCase());
    await page.keyboard.press("Enter");
    await expect(page.getByText(words.account_step_on())).toBeVisible();
    await page.getByText(words.account_step_remove(), { exact: true }).click();
    await page.getByRole("button", { name: words.account_step_remove_yes() }).click();
    await expect(page.getByText(words.account_step_off())).toBeVisible();
    await page.reload();
    await expect(page.getByText(words.account_step_off())).toBeVisible();
  });

  test("a sign-in returns to the plan's form with everything that was typed", async ({
    page,
    words,
    request,
  }) => {
    const person = await confirmedPerson(request);
    const from = addDays(today(), 60);
    const address = `/information?location=Fremont&from=${from}&until=${returnDateFor(from, 2)}&tier=premium`;
    await page.goto(address);
    await page.getByLabel(words.information_first_name()).fill("Yuting");
    await page.getByLabel(words.information_age()).check();
    await page.getByRole("main").getByRole("link", { name: words.information_sign_in() }).click();
    // The plan's form has a field of that name too.
    await expect(page.locator("#signin-email")).toBeVisible();
    await typeSignIn(page, words, person);
    await expect(page).toHaveURL(address);
    await expect(page.getByLabel(words.information_first_name())).toHaveValue("Yuting");
    await expect(page.getByLabel(words.information_age())).toBeChecked();
    await expect(page.locator("main input[type=email]")).toHaveValue(person.email);
    await expect(
      page.getByRole("main").getByRole("link", { name: words.information_sign_in() }),
    ).toBeHidden();
  });

  test("pages work with any content of the browser's storage", async ({ page, allow }) => {
    // The browser sends what looks like a session to the server, which refuses it.
    allow(/\b401\b/);
    const kept = [
      "null",
      "{",
      "[]",
      '{"access_token":"x.y.z","user":{"id":"u","email":7}}',
      '{"access_token":1,"refresh_token":{},"user":[]}',
      "<script>",
    ];
    for (const text of kept) {
      await page.goto("/faq");
      await page.evaluate((value) => {
        localStorage.setItem("longbay-auth", value);
        localStorage.setItem("selectedUserType", value);
      }, text);
      await page.goto("/signup");
      await expect(page.getByRole("heading", { name: "Create new account" })).toBeVisible();
      await expect(page.getByRole("main")).toContainText("Customer account");
    }
    for (const path of ["/signin", "/signup"]) {
      await page.goto(path);
      await expect(page.getByRole("main")).toContainText("Password Requirements");
    }
    await page.evaluate(() => localStorage.clear());
    await page.goto("/dashboard");
    await expect(page).toHaveURL("/login?redirect=/dashboard");
  });
});

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("a visitor finds an order again, with and without script", async ({
    language,
    page,
    words,
    request,
    browser,
    car,
    scan,
    allow,
    baseURL,
  }) => {
    allow(/\b422\b/);
    const person: Person = newPerson();
    const order = await placeOrder(request, car, person.email, 90);
    await page.goto("/find-order");
    await page.getByRole("button", { name: words.find_order_send() }).click();
    await expect(page.getByRole("main").getByRole("alert").first()).toContainText(
      words.auth_error_email_required(),
    );
    await scan();
    await page.getByLabel(words.find_order_email()).fill(person.email);
    await page.getByLabel(words.find_order_number()).fill("LB-0000-0000");
    await page.getByRole("button", { name: words.find_order_send() }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText(
      words.find_order_sent({ email: person.email }),
    );
    await page.getByLabel(words.find_order_number()).fill(order.orderNumber);
    await page.getByRole("button", { name: words.find_order_send() }).click();
    const link = await emailLink(request, person.email, "order_link");
    await page.goto(link);
    await expect(page.getByText(order.orderNumber).first()).toBeVisible();

    const plain = await browser.newContext({ baseURL: baseURL ?? "", javaScriptEnabled: false });
    await plain.addCookies([{ name: "language", value: language, url: baseURL ?? "" }]);
    const still = await plain.newPage();
    await still.goto("/find-order");
    await still.getByLabel(words.find_order_email()).fill(person.email);
    await still.getByLabel(words.find_order_number()).fill(order.orderNumber);
    await still.getByRole("button", { name: words.find_order_send() }).click();
    await expect(still.getByRole("main")).toContainText(words.find_order_sent({ email: person.email }));
    await still.goto("/forgot-password");
    await still.getByLabel(words.auth_email(), { exact: true }).fill("nobody@mail.example");
    await still.getByRole("button", { name: words.auth_forgot_send() }).click();
    await expect(still.getByRole("heading", { level: 1 })).toHaveText(words.auth_sent_title());
    await still.goto("/signin");
    await expect(still.locator("noscript p").first()).toBeVisible();
    expect(await still.locator("noscript p").first().textContent()).toBe(words.auth_needs_script());
    await expect(still.locator("#signin-password")).toBeHidden();
    await plain.close();
  });
});
