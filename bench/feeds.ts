import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { type Product, startProduct, temporaryFolder } from "../test/product.ts";
import type { Cluster } from "../test/throwaway-cluster.ts";
import { importCsv, signIn, withAdmin } from "./admin.ts";
import { fillCars } from "./fill.ts";
import { besideIdle, healthDuring } from "./health.ts";
import type { Row } from "./report.ts";

const hostEmail = "host@longbay.example";
const many = 10_000;
const rounds = 5;
const tomorrow = addDays(dateInLosAngeles(Date.now()), 1);

const compact = (date: string): string => date.replaceAll("-", "");
const event = (...lines: string[]): string => ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
const numbers = Array.from({ length: many }, (_, at) => at);

/** Calendars of one megabyte at most: 10,000 events that take as many separate ranges as two years have. */
const feeds: Record<string, string[]> = {
  "10,000 events": numbers.map((at) =>
    event(`UID:${at}`, `DTSTART;VALUE=DATE:${compact(addDays(tomorrow, (at % 365) * 2))}`),
  ),
  "20 rules without an end": numbers
    .slice(0, 20)
    .map((at) =>
      event(`UID:${at}`, `DTSTART:20200101T${String(at % 24).padStart(2, "0")}0000Z`, "RRULE:FREQ=DAILY"),
    ),
  "a rule with 10,000 exceptions": [
    event("UID:s", "DTSTART;VALUE=DATE:20020101", "RRULE:FREQ=DAILY"),
    ...numbers.map((at) => {
      const day = compact(addDays("2002-01-01", at));
      return event("UID:s", `RECURRENCE-ID;VALUE=DATE:${day}`, `DTSTART;VALUE=DATE:${day}`);
    }),
  ],
  "a rule of every second": [
    event("UID:s", "DTSTART:20200101T000000Z", "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30"),
  ],
};
const textOf = (events: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...events, "END:VCALENDAR", ""].join("\r\n");

/** The longest wait of other callers while a host's car begins and ends to follow large calendars. */
export async function measureFeeds(cluster?: Cluster): Promise<Row[]> {
  const folder = temporaryFolder();
  const product = await startProduct({
    ...withAdmin,
    DATA_DIR: folder.path,
    PRIVATE_CALENDARS: "on",
    ADMIN_SECOND_FACTOR: "off",
    ...(cluster && { DATABASE_URL: await fillCars(cluster, 1000) }),
  });
  const served = createServer(({ url }, response) => {
    response.end(textOf(feeds[decodeURIComponent(url?.slice(1) ?? "")] ?? []));
  }).listen(0, "127.0.0.1");
  try {
    await once(served, "listening");
    const elsewhere = `http://127.0.0.1:${(served.address() as AddressInfo).port}`;
    const call = await callsOf(product);
    const rows: Row[] = [];
    const idle = await healthDuring(product, () => wait(10_000));
    for (const name of Object.keys(feeds)) {
      const times = await healthDuring(product, async () => {
        for (let round = 0; round < rounds; round++)
          await call.follow(name, `${elsewhere}/${encodeURIComponent(name)}`);
      });
      rows.push(besideIdle(`while ${name} are read and taken ${rounds} times`, times, idle));
    }
    return rows;
  } finally {
    served.close();
    await product.stop();
    folder.remove();
  }
}

/** Gives the demonstration's host a car; it is paused, and follows calendars all the same. */
async function importHostCar(product: Product): Promise<void> {
  const head = "name,brand,model,year,category,monthlyPrice,city,state,plateNumber,hostEmail";
  const car = `Toyota Camry,Toyota,Camry,2022,Sedan,749,San Jose,CA,FEEDS1,${hostEmail}`;
  await importCsv(product, `${head}\n${car}\n`);
}

/** Calls of the demonstration's host: follows a calendar, and stops following it. */
async function callsOf(product: Product) {
  const headers = {
    authorization: `Bearer ${await signIn(product, hostEmail)}`,
    "content-type": "application/json",
  };
  const send = (path: string, options: RequestInit = {}) =>
    fetch(`${product.address}${path}`, { headers, ...options });
  await importHostCar(product);
  const cars = (await (await send("/api/host/cars")).json()) as { id: string; state: string }[];
  const car = cars.find(({ state }) => state === "paused");
  if (!car) throw new Error("The demonstration's host has no car");
  const calendars = `/api/host/cars/${car.id}/calendars`;
  return {
    async follow(label: string, url: string) {
      const id = crypto.randomUUID();
      const body = JSON.stringify({ id, label, url });
      const answer = await send(calendars, { method: "POST", body });
      const text = await answer.text();
      // A calendar that takes too long is refused with a sentence, and nothing of it is kept.
      if (answer.status === 422 && text.includes("takes_too_long")) return;
      if (!answer.ok) throw new Error(`${label} was answered ${answer.status}: ${text}`);
      await send(`${calendars}/${id}`, {
        method: "DELETE",
        headers: { authorization: headers.authorization },
      });
    },
  };
}
