// Measures the screen of a host's calendar with 50 cars and 24 months full of entries: how long the browser is busy
// at a time (long tasks) while the host changes the span, scrolls and drags, and when the new span is drawn.
//   npm run host-calendar [-- --runs=5] [-- --write]     --write replaces the table of docs/performance.md
import { chromium } from "@playwright/test";
import { addDays, addMonths, dateInLosAngeles } from "#domain/dates.ts";
import { openDatabase } from "#server/db/open-database.ts";
import { sessionKey } from "#web/session/session-names.ts";
import { median } from "../bench/report.ts";
import { startDemonstration, startProduct, temporaryFolder } from "../test/product.ts";
import { measuredTable } from "./measured-table.mjs";

const runs = Number(/--runs=(\d+)/.exec(process.argv.join(" "))?.[1] ?? 3);
const cars = 50;
const password = "correct horse battery";
const email = "host@longbay.example";
const { say, write } = measuredTable("host calendar");

const folder = temporaryFolder();
const settings = { DATA_DIR: folder.path, DEMO: "on", DEMO_PASSWORD: password };
await (await startDemonstration(settings)).stop();
await fillCalendar();
const product = await startProduct(settings);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
try {
  const taken = new Map();
  for (let run = 0; run < runs; run++)
    for (const [what, figures] of await visit()) taken.set(what, [...(taken.get(what) ?? []), figures]);
  say("| | longest task (ms) | drawn after (ms) |");
  say("|---|---|---|");
  for (const [what, figures] of taken) {
    const of = (key) => Math.round(median(figures.map((one) => one[key])));
    say(`| ${what} | ${of("longest")} | ${figures[0].drawn === undefined ? "" : of("drawn")} |`);
  }
  if (process.argv.includes("--write")) write(`Medians of ${runs} visits, ${cars} cars`);
} finally {
  await browser.close();
  await product.stop();
  folder.remove();
}

/** Gives the demonstration's host cars with orders, blocks and a followed calendar's days from now on for two years. */
async function fillCalendar() {
  const database = await openDatabase({ dataDir: folder.path, databaseUrl: undefined });
  const host = "(select id from accounts where email = $1)";
  await database.rows(
    `insert into host_cars (id, host_id, language, submitted_at, decided_at)
     select id, ${host}, 'en', now(), now() from cars where host_id is null limit ${cars}`,
    [email],
  );
  await database.rows(
    `update cars set host_id = ${host} where id in (select id from host_cars where host_id = ${host})`,
    [email],
  );
  const today = dateInLosAngeles(Date.now());
  const first = addDays(today, 1 - Number(today.slice(8)));
  const end = addMonths(first, 24);
  // Each car has a month rented, three days of the host's own, two of another calendar, and a free week, by turns.
  await database.rows(
    `insert into car_feeds (id, car_id, label, url, read_on, fetched_at, next_at, events, ranges)
     select gen_random_uuid(), id, 'Turo', 'https://turo.example/' || id || '.ics', $2, now(), now() + interval '1 day', 20, '[]'
     from host_cars where host_id = ${host}`,
    [email, today],
  );
  const turns = `(select car.*, day::date as day from (select cars.*, row_number() over (order by id) as at from cars where host_id = ${host}) car,
     generate_series($2::date + (at % 40)::int, $3::date - 45, interval '40 days') day)`;
  await database.rows("alter table orders disable trigger user");
  await database.rows(
    `insert into orders (id, order_number, source, status, car_id, tier, pickup_date, return_date, pickup_time, return_time, customer_name, customer_email, customer_phone, pickup_location,
       language, car_name, car_brand, city, category, monthly_price, days, months, discount_percent, lines, subtotal, fees, taxes, total, miles_included, collision_included, request_hash, key_hash, created_at, host_id, host_share_percent, host_asked_at)
     select gen_random_uuid(), 'LB-' || upper(substr(md5(at::text), 1, 4)) || '-' || to_char(day, 'YYMMDD') || lpad(at::text, 2, '0'), 'request',
       case when day < $4::date then 'completed' else 'confirmed' end, id, 'basic', day, day + 27, '10:00', '10:00', 'Ann', 'ann@example.com', '', '1 Main Street',
       'en', name, brand, city, category, 75000, 28, 1, 0, '[]', 75000, 0, 0, 75000, 1000, true, '', '', now(), host_id, 80, now()
     from ${turns} made`,
    [email, first, end, today],
  );
  await database.rows("alter table orders enable trigger user");
  await database.rows("alter table car_blocks disable trigger user");
  await database.rows(
    `insert into car_blocks (car_id, first_date, last_date, reason, created_by, feed_id)
     select made.id, day + start, day + start + length, note, case when note <> '' then host_id end,
       case when note = '' then (select id from car_feeds where car_id = made.id) end
     from ${turns} made, (values (28, 2, 'Family'), (26, 3, ''), (33, 0, '')) as part (start, length, note)`,
    [email, first, end],
  );
  await database.rows("alter table car_blocks enable trigger user");
  await database.close();
}

/** One visit to the calendar. Returns the longest task of each of its acts, and the time until a span was drawn. */
async function visit() {
  const answer = await fetch(`${product.address}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { "content-type": "application/json", apikey: "longbay" },
    body: JSON.stringify({ email, password }),
  });
  const localStorage = [{ name: sessionKey, value: await answer.text() }];
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: "block",
    storageState: { cookies: [], origins: [{ origin: product.address, localStorage }] },
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      globalThis.tasks = [];
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) globalThis.tasks.push(duration);
      }).observe({ type: "longtask", buffered: true });
    });
    await page.goto(`${product.address}/host/calendar`);
    await page
      .locator(`[data-span="month"] [data-car]`)
      .nth(cars - 1)
      .waitFor();
    // The cars' other calendars, the pictures and the parts fetched ahead come meanwhile.
    await page.waitForTimeout(2000);
    const acts = [];
    const act = async (what, work) => {
      await page.evaluate(() => (globalThis.tasks.length = 0));
      const drawn = await work();
      // Long tasks are reported a moment after they end.
      await page.evaluate(() => new Promise((done) => setTimeout(done, 300)));
      const tasks = await page.evaluate(() => globalThis.tasks);
      acts.push([what, { longest: Math.max(0, ...tasks), drawn }]);
    };
    const chips = page.locator(".chips").first().locator("button");
    const spans = await page.evaluate(() => document.querySelectorAll(".chips button").length);
    const names = await chips.allTextContents();
    for (const at of [...Array.from({ length: spans - 1 }, (_, place) => place + 1), 0, spans - 1])
      await act(`${await shownSpan(page)} → ${names[at].toLowerCase()}`, () => switchTo(page, chips.nth(at)));
    await act(`Scrolling ${names.at(-1).toLowerCase()}`, () => scroll(page));
    await act(`Dragging over days, ${names.at(-1).toLowerCase()}`, () => drag(page));
    return acts;
  } finally {
    await context.close();
  }
}

function shownSpan(page) {
  return page.locator(".chips button[aria-pressed='true']").textContent();
}

/** Presses a button of the span, and returns the milliseconds until its days are drawn. */
function switchTo(page, chip) {
  return chip.evaluate(async (button) => {
    const timeline = document.querySelector("[data-span]");
    const before = timeline.dataset.span;
    const began = performance.now();
    button.click();
    while (timeline.dataset.span === before || timeline.querySelector("[aria-busy]"))
      await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - began;
  });
}

async function scroll(page) {
  const box = await page.locator("[data-span]").boundingBox();
  await page.mouse.move(box.x + 600, Math.max(box.y, 0) + 200);
  for (let step = 0; step < 40; step++) await page.mouse.wheel(step % 4 ? 0 : 120, step < 20 ? 200 : -200);
}

async function drag(page) {
  await page.evaluate(() => document.querySelector("[data-car]").scrollIntoView({ block: "center" }));
  const box = await page.locator("[data-car]").first().boundingBox();
  // Free days: the first car's first turn ends with a free week.
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 700, y);
  await page.mouse.down();
  for (let step = 0; step < 60; step++) await page.mouse.move(box.x + 700 + step * 5, y);
  await page.keyboard.press("Escape");
  await page.mouse.up();
}
