import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { addDays } from "#domain/dates.ts";
import { checkDigit } from "#domain/cars/host/vin.ts";
import { openAsAdmin } from "../admins.ts";
import { expect, scanBoth, tabTo, test, today, ways, waysOf, type Words } from "../fixtures.ts";
import { callsOf, namedPerson, openSession } from "../people.ts";

let shade = 0;
/** A photo as a telephone takes it, and no two alike. */
async function photo(name: string) {
  const background = { r: 40 + (++shade % 20) * 9, g: 90, b: Math.floor(Math.random() * 200) };
  const buffer = await sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: "image/jpeg", buffer };
}
const photos = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, at) => photo(`car-${at}.jpg`)));

function someVin(): string {
  const serial = String(Math.floor(Math.random() * 10_000_000)).padStart(7, "0");
  const vin = `4T1B11HK0K${serial}`;
  return vin.slice(0, 8) + checkDigit(vin) + vin.slice(9);
}

const field = (page: Page, name: string): Locator => page.locator(`#car-${name}`);
const openStep = (page: Page, words: Words, step: string) =>
  page.getByRole("navigation", { name: words.host_steps() }).getByRole("link", { name: step }).click();
const expectSaved = (page: Page, words: Words) =>
  expect(page.getByRole("status").filter({ hasText: words.host_save_saved() })).toBeVisible();

/** Types all texts that the form asks for. */
async function typeCar(page: Page, words: Words, vin: string): Promise<void> {
  await field(page, "brand").fill("Toyota");
  await field(page, "model").fill("Camry");
  await field(page, "year").fill("2022");
  await field(page, "category").selectOption("Sedan");
  await field(page, "seats").fill("5");
  await field(page, "odometer").fill("41,250");
  await field(page, "vin").fill(vin);
  await field(page, "plateNumber").fill(`H${vin.slice(-6)}`);
  await expectSaved(page, words);
  await openStep(page, words, words.host_step_where());
  await field(page, "city").selectOption("San Jose");
  await field(page, "zipCode").fill("95112");
  await field(page, "handoverAddress").fill("12 Secret Lane");
  await openStep(page, words, words.host_step_words());
  await field(page, "description").fill("A clean and quiet car.");
  await openStep(page, words, words.host_step_price());
  await field(page, "monthlyPrice").fill("749");
  await expectSaved(page, words);
}

for (const way of waysOf("en, phone", "zh, desktop"))
  test.describe(way, () => {
    test.use(ways[way]);

    test("a new host lists a first car, from the first word to the public page", async ({
      page,
      words,
      request,
      scan,
      anotherVisitor,
      emails,
      language,
    }) => {
      test.setTimeout(240_000);
      const person = await namedPerson(request, "Hope");
      await openSession(page, person);
      await page.goto("/host");
      await expect(page.getByRole("heading", { name: words.host_begin_title() })).toBeVisible();
      await expect(page.getByText(words.host_example_mark(), { exact: true })).toBeVisible();
      await scanBoth(page, scan);
      await page.getByRole("button", { name: words.host_add_first() }).click();
      await expect(page).toHaveURL(/\/host\/cars\/[0-9a-f-]{36}/);
      const address = new URL(page.url()).pathname;

      // A VIN with a typing error gets a message, and stays as it was typed.
      const vin = someVin();
      await field(page, "vin").fill(vin.slice(0, 16) + ((Number(vin[16]) + 1) % 10));
      await field(page, "vin").blur();
      await expect(page.getByText(words.host_error_vin_digit())).toBeVisible();
      await scanBoth(page, scan);
      await typeCar(page, words, vin);

      // After a reload all of it is there, and each missing item links to its field.
      await page.goto(`${address}?step=submit`);
      await expect(page.getByRole("heading", { name: words.host_lacks({ count: 3 }) })).toBeVisible();
      await expect(page.getByRole("button", { name: words.host_submit() })).toBeDisabled();
      await scan();
      await page.getByRole("link", { name: words.host_paper_insurance() }).click();
      for (const kind of ["registration", "insurance"]) {
        const paper = page.locator(`#car-${kind}`);
        await paper.locator("input[type=date]").fill(addDays(today(), 200));
        await paper.locator("input[type=file]").setInputFiles(await photo(`${kind}.jpg`));
        await expect(paper.getByText(words.host_paper_received())).toBeVisible();
      }
      await scan();
      await openStep(page, words, words.host_step_pictures());
      await page.locator("#host-pictures").setInputFiles(await photos(5));
      await expect(page.getByRole("button", { name: words.admin_image_remove({ place: 5 }) })).toBeVisible({
        timeout: 60_000,
      });
      await page.getByRole("button", { name: words.admin_image_down({ place: 1 }) }).press("Enter");
      await expect(page.getByRole("button", { name: words.admin_image_down({ place: 2 }) })).toBeFocused();
      await scan();
      await openStep(page, words, words.host_step_look());
      await expect(page.getByText(words.host_look_incomplete())).toHaveCount(0);
      await expect(page.getByRole("region", { name: words.host_look_page() })).toContainText("Camry");
      const isTooWide = () => document.documentElement.scrollWidth > window.innerWidth;
      expect(await page.evaluate(isTooWide)).toBe(false);
      await openStep(page, words, words.host_step_submit());
      await page.getByRole("button", { name: words.host_submit() }).click();
      await expect(page.getByText(words.host_submitted_first())).toBeVisible();
      await scan();

      // The administrator sees the person and the car side by side, and decides both.
      const desk = await anotherVisitor();
      await openAsAdmin(desk, "/admin/host-cars");
      await desk.getByRole("button", { name: person.fullName }).click();
      const detail = desk.getByRole("region", { name: /Camry/ });
      await expect(detail).toContainText("12 Secret Lane");
      await scan(desk);
      await detail.getByRole("button", { name: words.host_admin_approve_person() }).click();
      await expect(detail.getByRole("button", { name: words.host_admin_approve_person() })).toHaveCount(0);
      await detail.getByRole("button", { name: words.host_admin_list(), exact: true }).click();
      await expect(desk.getByRole("status").filter({ hasText: "Camry" })).toBeVisible();

      await page.goto(address);
      await expect(page.getByText(words.host_state_listed(), { exact: true })).toBeVisible();
      const [email] = await emails({ recipient: person.email, kind: "host_car_listed" });
      expect(email?.language).toBe(language);
      await page.getByRole("link", { name: words.host_see_public() }).click();
      // The host's own page has the same heading, and stays until the public page has loaded.
      await page.waitForURL(({ pathname }) => !pathname.startsWith("/host/"));
      await expect(page.getByRole("heading", { level: 1 })).toContainText("Camry");
      expect(await page.content()).not.toContain("Secret Lane");

      // A host's change is live at once; an administrator checks it afterwards, and takes it back.
      const headers = await callsOf(request, person);
      const path = `/api/host/cars/${new URL(page.url()).pathname.split("/").at(-1)}`;
      const description = "A quiet car. Call 555-0199 and pay less.";
      expect((await request.patch(path, { headers, data: { description } })).status()).toBe(200);
      await page.reload();
      await expect(page.getByText(description)).toBeVisible();
      await desk.goto("/admin/host-cars?state=unseen");
      await desk.getByRole("button", { name: person.fullName }).click();
      const changes = desk.getByRole("region", { name: words.host_admin_unseen() });
      await expect(changes).toContainText(description);
      await changes.getByRole("checkbox").check();
      await scan(desk);
      await changes.getByLabel(words.admin_users_reason()).fill("No phone numbers, please.");
      await changes.getByRole("button", { name: words.host_admin_take_back_send() }).click();
      await expect(desk.getByRole("status").filter({ hasText: "Camry" })).toBeVisible();
      await page.reload();
      await expect(page.getByText(description)).toHaveCount(0);

      await page.goto(address);
      await expect(page.getByText("No phone numbers, please.")).toBeVisible();
      await page.getByRole("button", { name: words.host_pause() }).click();
      await expect(page.getByText(words.host_paused_text())).toBeVisible();
      await scan();
      await page.goto("/host");
      await expect(page.getByRole("link", { name: /Camry/ })).toBeVisible();
      await scanBoth(page, scan);
    });
  });

test.describe("en, desktop", () => {
  test.use(ways["en, desktop"]);

  test("a new host lists a first car by keyboard alone", async ({ page, words, request }) => {
    test.setTimeout(180_000);
    await openSession(page, await namedPerson(request, "Kay"));
    const press = async (wanted: Locator, key = "Enter") => {
      await tabTo(page, wanted);
      await page.keyboard.press(key);
    };
    const type = async (values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) {
        await tabTo(page, field(page, name));
        await page.keyboard.type(value);
      }
    };
    const choose = async (wanted: Locator, files: Awaited<ReturnType<typeof photos>>) => {
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), press(wanted)]);
      await chooser.setFiles(files);
    };
    const goOn = async (step: string) => {
      await press(page.locator("button[type=submit][form=car-step]"));
      await expect(page).toHaveURL(new RegExp(`step=${step}$`));
    };
    await page.goto("/host");
    await press(page.getByRole("button", { name: words.host_add_first() }));
    await expect(page).toHaveURL(/\/host\/cars\/[0-9a-f-]{36}/);
    const vin = someVin();
    await type({ brand: "Toyota", model: "Camry", year: "2022", category: "Sedan", seats: "5" });
    await type({ odometer: "41250", vin, plateNumber: `H${vin.slice(-6)}` });
    await goOn("where");
    await type({ city: "San Jose", zipCode: "95112", handoverAddress: "12 Secret Lane" });
    await goOn("papers");
    const [year = "", month = "", day = ""] = addDays(today(), 200).split("-");
    for (const kind of ["registration", "insurance"]) {
      const paper = page.locator(`#car-${kind}`);
      await tabTo(page, paper.locator("input[type=date]"));
      await page.keyboard.type(month + day + year);
      await choose(paper.locator("input[type=file]"), [await photo(`${kind}.jpg`)]);
      await expect(paper.getByText(words.host_paper_received())).toBeVisible();
    }
    await goOn("pictures");
    await choose(page.locator("#host-pictures"), await photos(5));
    await expect(page.getByRole("button", { name: words.admin_image_remove({ place: 5 }) })).toBeVisible();
    await goOn("words");
    await type({ description: "A clean and quiet car." });
    await goOn("price");
    await type({ monthlyPrice: "749" });
    await goOn("look");
    await expect(page.getByRole("region", { name: words.host_look_page() })).toContainText("Camry");
    await goOn("submit");
    await press(page.getByRole("button", { name: words.host_submit() }));
    await expect(page.getByText(words.host_submitted_first())).toBeVisible();
  });

  test("nothing typed is lost without a network, by a reload or by a second device", async ({
    page,
    words,
    request,
    allow,
    anotherVisitor,
  }) => {
    test.setTimeout(180_000);
    allow(/ERR_INTERNET_DISCONNECTED|internetdisconnected|ERR_FAILED/);
    allow(/\b412\b/);
    const person = await namedPerson(request, "Hope");
    await openSession(page, person);
    await page.goto("/host/cars");
    await page.getByRole("button", { name: words.host_add_car() }).click();
    await expect(field(page, "brand")).toBeVisible();
    const { pathname } = new URL(page.url());

    await page.route("**/api/host/cars/*", (route) =>
      route.request().method() === "PATCH" ? route.abort("internetdisconnected") : route.fallback(),
    );
    await field(page, "brand").fill("Toyota");
    await expect(page.getByText(words.host_save_unsent())).toBeVisible();
    await page.reload();
    await expect(field(page, "brand")).toHaveValue("Toyota");
    await expect(page.getByRole("button", { name: words.account_retry() })).toBeVisible();
    await page.unroute("**/api/host/cars/*");
    // The form saves by itself as soon as the network is back; nobody has to press anything.
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expectSaved(page, words);

    const other = await anotherVisitor();
    await openSession(other, person);
    await other.goto(pathname);
    await expect(field(other, "brand")).toHaveValue("Toyota");
    await field(other, "model").fill("Corolla");
    await expectSaved(other, words);
    // This page doesn't know that change: for the same field it asks which value is right, others it takes over.
    await field(page, "model").fill("Camry");
    await field(page, "year").fill("2021");
    await expect(page.getByText(words.host_conflict({ value: "Corolla" }))).toBeVisible();
    await expect(field(page, "model")).toHaveValue("Camry");
    await page.getByRole("button", { name: words.host_conflict_mine() }).click();
    await expectSaved(page, words);
    const headers = await callsOf(request, person);
    const car = await (await request.get(`/api${pathname}`, { headers })).json();
    expect(car).toMatchObject({ brand: "Toyota", model: "Camry", year: "2021" });
  });

  test("interrupted pictures continue when the network is back", async ({ page, words, request, allow }) => {
    test.setTimeout(120_000);
    allow(/ERR_INTERNET_DISCONNECTED|internetdisconnected|ERR_FAILED/);
    const person = await namedPerson(request, "Hope");
    await openSession(page, person);
    await page.goto("/host/cars");
    await page.getByRole("button", { name: words.host_add_car() }).click();
    await expect(field(page, "brand")).toBeVisible();
    await openStep(page, words, words.host_step_pictures());
    await page.route("**/images", (route) => route.abort("internetdisconnected"));
    await page.locator("#host-pictures").setInputFiles(await photos(2));
    await expect(page.getByText(words.host_upload_cut())).toHaveCount(2);
    await page.unroute("**/images");
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(page.getByRole("button", { name: words.admin_image_remove({ place: 2 }) })).toBeVisible({
      timeout: 30_000,
    });
    await page.locator("#host-pictures").setInputFiles({
      name: "page.jpg",
      mimeType: "image/jpeg",
      buffer: Buffer.from("<html>"),
    });
    await expect(page.getByRole("list", { name: words.admin_image_sending() })).toContainText(
      words.admin_image_error_type(),
    );
  });

  test("another account's car and a deleted car are not found", async ({ page, words, request, allow }) => {
    allow(/\b404\b/);
    const [owner, stranger] = [await namedPerson(request, "Hope"), await namedPerson(request, "Stan")];
    const headers = await callsOf(request, owner);
    const made = await request.post("/api/host/cars", { headers, data: { brand: "Kia" } });
    const { id } = (await made.json()) as { id: string };
    await openSession(page, owner);
    await page.goto(`/host/cars/${id}`);
    await expect(field(page, "brand")).toHaveValue("Kia");
    await page.getByRole("button", { name: words.host_delete_draft() }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: words.host_delete_draft() }).click();
    await expect(page.getByText(words.host_cars_none())).toBeVisible();
    const kept = await request.post("/api/host/cars", { headers, data: { brand: "Kia" } });
    const { id: theirs } = (await kept.json()) as { id: string };
    await openSession(page, stranger);
    await page.goto(`/host/cars/${theirs}`);
    await expect(page.getByRole("heading", { name: words.host_car_missing() })).toBeVisible();
  });
});
