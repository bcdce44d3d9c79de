import type { APIRequestContext, Page } from "@playwright/test";
import sharp from "sharp";
import { addDays } from "#domain/dates.ts";
import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, test, today, ways, type Words } from "../fixtures.ts";
import { callsOf, confirmedPerson, namedPerson, openSession, type Person, placeOrder } from "../people.ts";

let shade = 0;
/** A card as a telephone photographs it: a large picture, and no two are alike. */
const aCard = (): Promise<Buffer> =>
  sharp({ create: { width: 3000, height: 1900, channels: 3, background: { r: 90, g: 140, b: ++shade * 9 } } })
    .jpeg()
    .toBuffer();
const file = async (name: string) => ({ name, mimeType: "image/jpeg", buffer: await aCard() });

/** The place of a document, found by its label. */
const regionOf = (page: Page, label: string) => page.getByRole("region", { name: label });

async function typeLicence(page: Page, words: Words, name: string): Promise<void> {
  const fill = (label: string, value: string) => page.getByLabel(label, { exact: false }).first().fill(value);
  await fill(words.papers_name(), name);
  await fill(words.papers_number(), "D1234567");
  await page.getByLabel(words.papers_state(), { exact: true }).selectOption("CA");
  await fill(words.papers_birth(), "1995-04-12");
  await fill(words.papers_issued(), "2021-05-01");
  await fill(words.papers_expires(), addDays(today(), 900));
}

/** Hands in a licence by the calls that the page makes. */
async function submitLicence(request: APIRequestContext, person: Person): Promise<void> {
  const session = await request.post("/auth/v1/token?grant_type=password", {
    headers: { apikey: "longbay" },
    data: { email: person.email, password: person.password },
  });
  const { access_token: token } = (await session.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  for (const kind of ["licence_front", "licence_back"]) {
    const sent = await request.post("/api/account/documents", {
      headers,
      multipart: { kind, file: await file("card.jpg") },
    });
    expect(sent.status()).toBe(201);
  }
  const said = await request.put("/api/account/licence", {
    headers,
    data: {
      name: person.fullName,
      number: "D1234567",
      country: "US",
      state: "CA",
      birthDate: "1995-04-12",
      issueDate: "2021-05-01",
      expiryDate: addDays(today(), 900),
    },
  });
  expect(said.status()).toBe(200);
}

test.describe("zh, phone", () => {
  test.use(ways["zh, phone"]);

  test("a renter sends both sides of a license and its details over a network that breaks off", async ({
    page,
    words,
    request,
    scan,
    allow,
    emails,
  }) => {
    test.setTimeout(180_000);
    allow(/ERR_INTERNET_DISCONNECTED|internetdisconnected/);
    allow(/\b(?:415|422)\b/);
    const person = await confirmedPerson(request);
    await openSession(page, person);
    await page.goto("/dashboard/profile");
    await page.getByRole("link", { name: words.papers_profile_link() }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.papers_license_title());
    await scanBoth(page, scan);

    const front = regionOf(page, words.papers_front());
    const input = front.locator("input[type=file]").first();
    await input.setInputFiles({ name: "page.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<html>") });
    await expect(front.getByRole("alert")).toContainText(words.papers_error_not_a_picture());

    // The network fails during the upload, but the file is not lost.
    await page.route("**/api/account/documents", (route) => route.abort("internetdisconnected"));
    await input.setInputFiles(await file("front.jpg"));
    await expect(front.getByRole("alert")).toContainText(words.papers_error_network());
    await scanBoth(page, scan);
    await page.unroute("**/api/account/documents");
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(front.getByRole("img", { name: words.papers_front() })).toBeVisible();

    // The interrupted upload goes on by itself too if the browser never says that the network is back.
    const back = regionOf(page, words.papers_back());
    await page.route("**/api/account/documents", (route) => route.abort("internetdisconnected"));
    await back
      .locator("input[type=file]")
      .first()
      .setInputFiles(await file("back.jpg"));
    await expect(back.getByRole("alert")).toContainText(words.papers_error_network());
    await page.unroute("**/api/account/documents");
    await expect(back.getByRole("img", { name: words.papers_back() })).toBeVisible();

    await page.getByRole("button", { name: words.papers_send() }).click();
    await expect(page.getByLabel(words.papers_name()).first()).toBeFocused();
    await typeLicence(page, words, "李安");
    await page.getByLabel(words.papers_expires()).fill("2020-01-01");
    await page.getByRole("button", { name: words.papers_send() }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText(words.papers_error_before_issue());
    await page.getByLabel(words.papers_expires()).fill(addDays(today(), 900));
    await page.getByRole("button", { name: words.papers_send() }).click();
    await expect(page.getByRole("main")).toContainText(words.papers_license_submitted());
    await scanBoth(page, scan);
    await expect
      .poll(async () => (await emails({ recipient: person.email, kind: "licence_received" })).length)
      .toBe(1);
    await page.reload();
    await expect(page.getByLabel(words.papers_number())).toHaveValue("D1234567");
    await expect(front.getByRole("img", { name: words.papers_front() })).toBeVisible();
  });
});

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("an administrator declines a license by keyboard, the renter corrects it, and it is verified", async ({
    page,
    words,
    request,
    scan,
    anotherVisitor,
    emails,
    allow,
  }) => {
    test.setTimeout(180_000);
    // The queue begins with any waiting licence; its renter, in another journey, may be replacing a photo.
    allow(/\b404\b.*\/documents\/[^/]+\/link/);
    const person = await namedPerson(request, "Ann");
    const name = person.fullName;
    await submitLicence(request, person);
    await openAsAdmin(page, "/admin/verifications");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.admin_papers_title());
    const list = page.getByRole("list", { name: words.admin_papers_title() });
    const detail = page.getByRole("article");
    await expect(list.getByRole("button", { name })).toBeVisible();
    await page.keyboard.press("Control+ArrowDown");
    await expect(detail.getByRole("heading").first()).toBeFocused();
    await page.goto("/admin/verifications");
    await page.getByRole("button", { name: words.admin_queue_begin() }).click();
    await expect(list.getByRole("button").first()).toHaveAttribute("aria-current", "true");
    await expect(detail.getByRole("heading").first()).toBeFocused();
    await page.goto("/admin/verifications");
    await list.getByRole("button", { name }).click();
    await expect(detail.getByRole("heading", { name })).toBeFocused();
    await expect(detail.getByRole("img")).toHaveCount(2);
    await expect(detail).toContainText("California");
    await scanBoth(page, scan);

    const tools = detail.getByRole("group", {
      name: words.admin_papers_picture_tools({ name: words.papers_front() }),
    });
    await tools.getByRole("button", { name: words.admin_papers_zoom_in() }).click();
    await tools.getByRole("button", { name: words.admin_papers_rotate() }).click();
    const box = await detail.getByRole("img", { name: words.papers_front() }).boundingBox();
    expect((box?.height ?? 0) > (box?.width ?? 0)).toBe(true);

    await page.keyboard.press("Control+Backspace");
    const [first] = await detail.getByRole("radio").all();
    await expect(first ?? detail).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    await page.keyboard.type("The lower edge");
    // In a field the keys belong to the field.
    await page.keyboard.press("Control+Enter");
    await scanBoth(page, scan);
    await detail.getByRole("button", { name: words.admin_papers_decline_send() }).click();
    await expect(page.getByText(words.admin_papers_declined_name({ name }))).toBeVisible();
    await expect(list.getByRole("button", { name })).toHaveCount(0);
    const [declined] = await emails({ recipient: person.email, kind: "licence_declined" });
    expect(declined?.text).toContain("The lower edge");

    const theirs = await anotherVisitor();
    await openSession(theirs, person);
    await theirs.goto("/dashboard/license");
    await expect(theirs.getByRole("main")).toContainText(words.papers_reason_cut_off());
    await expect(theirs.getByRole("main")).toContainText("The lower edge");
    await scan(theirs);
    const front = regionOf(theirs, words.papers_front());
    await front
      .locator("input[type=file]")
      .first()
      .setInputFiles(await file("again.jpg"));
    await expect(theirs.getByRole("main")).toContainText(words.papers_license_submitted());

    await page.reload();
    await list.getByRole("button", { name }).click();
    await expect(detail.getByRole("heading", { name })).toBeFocused();
    await expect(detail.getByRole("img")).toHaveCount(2);
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText(words.admin_papers_verified_name({ name }))).toBeVisible();
    await theirs.reload();
    await expect(theirs.getByRole("main")).toContainText(words.papers_license_verified());
    // A verified licence asks for nothing until its holder has a new one.
    const number = theirs.getByLabel(words.papers_number());
    await expect(number).toHaveCount(0);
    await theirs.getByRole("button", { name: words.papers_replace(), exact: true }).click();
    await expect(number).toHaveValue("D1234567");
    await scan(theirs);
    await expect
      .poll(async () => (await emails({ recipient: person.email, kind: "licence_verified" })).length)
      .toBe(1);
    await page.getByRole("tab", { name: words.admin_papers_verified() }).click();
    await list.getByRole("button", { name }).click();
    await expect(detail).toContainText(words.admin_papers_verified());
  });

  test("a renter proves their insurance for an order", async ({ page, words, request, scan, car }) => {
    test.setTimeout(180_000);
    const person = await confirmedPerson(request);
    const order = await placeOrder(request, car, person.email, 40, await callsOf(request, person));
    await openSession(page, person);
    await page.goto("/dashboard/trips");
    await page.goto(`/dashboard/trips/${order.id}`);
    const part = page.getByRole("region", { name: words.papers_trip_title() });
    await expect(part).toContainText(words.papers_proof_hint());
    await page.goto(`/dashboard/insurance/${order.id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.papers_proof_title());
    await page.getByLabel(words.papers_insurer()).fill("Bay Mutual");
    await page.getByLabel(words.papers_policy()).fill("BM-2041");
    await page.getByLabel(words.papers_valid_from()).fill(addDays(today(), -30));
    await page.getByLabel(words.papers_valid_until()).fill(addDays(today(), 10));
    await page.getByRole("button", { name: words.papers_send() }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText(words.papers_error_not_on_pickup());
    await page.getByLabel(words.papers_valid_until()).fill(addDays(today(), 300));
    await page.getByRole("button", { name: words.papers_send() }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText(words.papers_proof_missing());
    await scanBoth(page, scan);
    const place = regionOf(page, words.papers_proof_picture());
    await place
      .locator("input[type=file]")
      .first()
      .setInputFiles(await file("proof.jpg"));
    await expect(place.getByRole("img")).toBeVisible();
    await page.getByRole("button", { name: words.papers_send() }).click();
    await expect(page.getByRole("main")).toContainText(words.papers_proof_submitted());
    await expect(page.getByRole("main")).toContainText("Bay Mutual");
    await scanBoth(page, scan);
  });
});
