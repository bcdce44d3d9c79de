import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import {
  type APIRequestContext,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  test as base,
} from "@playwright/test";
import type axe from "axe-core";
import { type Car } from "#contract/cars.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { type Language } from "#domain/languages.ts";
import { m } from "#web/paraglide/messages.js";
import { addressVariable, claimsVariable } from "./start-product.ts";

export { expect };
export type Words = typeof m;

/** Every message in one language, independent of the page's language. */
export const wordsIn = (language: Language): Words =>
  new Proxy(m, {
    get:
      (all, key: keyof Words) =>
      (inputs = {}) =>
        (all[key] as (inputs: object, options: object) => string)(inputs, { locale: language }),
  });

export const screens = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

/**
 * Each journey runs once, in one language on one screen, by turns, so that together they cover both languages on
 * both screens. Journeys about words run in both languages, and those that the business lives by on both screens.
 */
export const ways = {
  "en, desktop": { language: "en", viewport: screens.desktop },
  "en, phone": { language: "en", viewport: screens.phone },
  "zh, desktop": { language: "zh", viewport: screens.desktop },
  "zh, phone": { language: "zh", viewport: screens.phone },
} as const;

type Way = keyof typeof ways;

/** The first of several ways to run a journey; with EVERY_WAY set, all of them. */
export const waysOf = <W extends Way>(first: W, ...others: W[]): W[] =>
  process.env.EVERY_WAY ? [first, ...others] : [first];

const axeScript = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const today = (): string => dateInLosAngeles(Date.now());

type Email = {
  kind: string;
  recipient: string;
  subject: string;
  language: Language;
  orderId: string | null;
  text: string;
  html: string;
  attachments: { filename: string; contentType: string; content: string }[];
};

type Fixtures = {
  /** The language that the visitor has chosen before. */
  language: Language;
  words: Words;
  /** Allows trouble that this test causes on purpose: matching complaints don't fail the test. */
  allow: (trouble: RegExp) => void;
  /** Fails on everything that axe calls serious or critical; with `rules`, only on violations of these. */
  scan: (page?: Page, rules?: string[]) => Promise<void>;
  /** Moves the pointer, as anybody does, and waits until the application has taken over. */
  wake: (page?: Page) => Promise<void>;
  /** Another visitor, with a browser of their own, watched like the first. */
  anotherVisitor: () => Promise<Page>;
  /** A car that no other test uses, in any worker and any run. */
  car: Car;
  /** A car to read about, not to book. */
  anyCar: Car;
  emails: (wanted: Partial<Pick<Email, "orderId" | "recipient" | "kind">>) => Promise<Email[]>;
};

/** All errors in a test's browsers, and the patterns of the errors that the test allows. */
type Complaints = { address: string; all: string[]; allowed: RegExp[] };

const isAwake = "longbayIsAwake";

declare global {
  interface Window {
    /** Set in a page that was scanned: axe's source is long, so it is read only once for each page. */
    axe: typeof axe;
  }
}

export const test = base.extend<Fixtures & { complaints: Complaints }>({
  language: ["en", { option: true }],
  baseURL: async ({ baseURL }, provide) => provide(process.env[addressVariable] ?? baseURL),
  words: async ({ language }, provide) => provide(wordsIn(language)),
  complaints: async ({ baseURL }, provide) => {
    const complaints: Complaints = { address: baseURL ?? "", all: [], allowed: [] };
    await provide(complaints);
    expect(
      complaints.all.filter((text) => !complaints.allowed.some((pattern) => pattern.test(text))),
    ).toEqual([]);
  },
  allow: async ({ complaints }, provide) => provide((trouble) => complaints.allowed.push(trouble)),
  context: async ({ context, language, complaints }, provide) => {
    await prepare(context, language, complaints);
    await provide(context);
  },
  anotherVisitor: async ({ browser, baseURL, language, complaints, viewport }, provide) => {
    const contexts: BrowserContext[] = [];
    await provide(async () => {
      const context = await browser.newContext({ baseURL: baseURL ?? "", viewport, reducedMotion: "reduce" });
      contexts.push(context);
      await prepare(context, language, complaints);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  scan: async ({ page: first }, provide) =>
    provide(async (page = first, rules) => {
      // Words half way between two colours have the contrast of neither, a list that is being fetched is dimmed,
      // and parts whose layout waits have neither place nor focus yet.
      await page.waitForFunction(
        () =>
          !document.documentElement.hasAttribute("data-coming") &&
          !document.querySelector("[aria-busy='true']:not(button)") &&
          document.getAnimations().every(({ playState }) => playState !== "running"),
      );
      if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeScript);
      const options: axe.RunOptions = {
        resultTypes: ["violations"],
        preload: false,
        ...(rules && { runOnly: rules }),
      };
      const violations = await page.evaluate(
        async (options) => (await window.axe.run(document, options)).violations,
        options,
      );
      const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      const findings = grave.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} (${failureSummary})`).join("; ")}`,
      );
      expect(findings, `accessibility of ${page.url()}`).toEqual([]);
    }),
  wake: async ({ page: first }, provide) =>
    provide(async (page = first) => {
      await page.mouse.move(3, 3);
      await page.mouse.move(4, 4);
      await page.waitForFunction((name) => name in window, isAwake);
    }),
  car: async ({ request, baseURL }, provide) => {
    for (const { id } of await someCars(request, baseURL))
      if (claimCar(id)) {
        const car = (await (await request.get(`/api/cars/${id}`)).json()) as Car;
        // A host's car belongs to another journey, which asks for it itself.
        if (!car.host) return provide(car);
      }
    throw new Error("The demonstration fleet has no car left to ask for");
  },
  anyCar: async ({ request, baseURL }, provide) => {
    const [car] = (await someCars(request, baseURL)).slice(-1);
    if (!car) throw new Error("The demonstration fleet has no car");
    await provide(car);
  },
  emails: async ({ request }, provide) =>
    provide(async (wanted) => {
      const all = (await (await request.get("/dev/mailbox.json")).json()) as Email[];
      return all.filter((email) =>
        Object.entries(wanted).every(([name, value]) => email[name as keyof Email] === value),
      );
    }),
});

/** Scans the open screen in both themes; the second scan checks only colours, which alone differ. */
export async function scanBoth(page: Page, scan: Fixtures["scan"]): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await scan(page, ["color-contrast", "link-in-text-block"]);
  await page.emulateMedia({ colorScheme: "light" });
  await scan(page);
}

/** Presses Tab until the element has the focus: one that the keyboard can't reach fails the test. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let stops = 0; stops < 200; stops++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${String(wanted)} can't be reached by keyboard`);
}

/** Gives a car to the first test that asks for it: only the first can make the folder. */
export function claimCar(id: string): boolean {
  try {
    mkdirSync(join(process.env[claimsVariable] ?? "", id));
    return true;
  } catch {
    return false;
  }
}

/** The fleet of each product, as it was when a worker first asked. */
const fleets = new Map<string, Promise<Car[]>>();

/** Cars that can be rented for one month, by category. */
function someCars(request: APIRequestContext, address = ""): Promise<Car[]> {
  const known = fleets.get(address) ?? askForCars(request);
  fleets.set(address, known);
  return known;
}

async function askForCars(request: APIRequestContext): Promise<Car[]> {
  const pages = await Promise.all(
    ["SUV", "Sedan", "Electric", "Luxury"].map((category) =>
      request.get(`/api/cars?limit=100&category=${category}`),
    ),
  );
  const cars = (await Promise.all(pages.map((page) => page.json() as Promise<Car[]>))).flat();
  return cars.filter(({ minRentDays }) => minRentDays <= 30);
}

async function prepare(
  context: BrowserContext,
  language: Language,
  { address, all }: Complaints,
): Promise<void> {
  await context.addCookies([{ name: "language", value: language, url: address }]);
  // This changes nothing in the document, because React would report a mismatch.
  await context.addInitScript(
    (name) => addEventListener("longbay:ready", () => Object.assign(window, { [name]: true })),
    isAwake,
  );
  const isOurs = (url: string): boolean => url.startsWith(address);
  context.on("console", (message) => {
    if (message.type() === "error") all.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (webError) => {
    all.push(`page: ${webError.error().stack ?? webError.error().message}`);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // A page that is left stops its own loading: that isn't an error.
    if (isOurs(request.url()) && reason !== "net::ERR_ABORTED")
      all.push(`request: ${reason} ${request.url()}`);
  });
  context.on("response", (response) => {
    if (isOurs(response.url()) && response.status() >= 400)
      all.push(`response: ${response.status()} ${response.url()}`);
  });
}
