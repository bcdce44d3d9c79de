import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { planOf } from "#domain/pricing/plans.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { planPrice } from "#domain/pricing/taxed-price.ts";
import { renter } from "./factories.ts";
import { inPlace, type Place } from "./places.ts";
import { postJson } from "./product.ts";

export const secret = { SECRET_KEY: "a secret of forty characters, and no less" };

/** Writes uploads beside a database: pictures and sealed documents. */
export function putFiles({ env }: Place, count: number): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (let at = 0; at < count; at++) {
    files.set(join("pictures", "masters", `photo-${at}.webp`), randomBytes(20_000 + at));
    files.set(join("documents", `${crypto.randomUUID()}.sealed`), randomBytes(9000 + at));
  }
  for (const [name, content] of files) {
    const path = join(env.DATA_DIR ?? "", name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, content);
  }
  return files;
}

const plan = planOf("basic");
if (!plan) throw new Error("There is no basic plan");
const pickupDate = addDays(dateInLosAngeles(Date.now()), 3);
const dates = { pickupDate, returnDate: returnDateFor(pickupDate, 1) };
const totalPrice = planPrice(plan, dates, "decline").total / 100;

/** Places one order after another until `stop` is called. Collects the ids of the acknowledged orders. */
export function placeOrders(address: string) {
  const acknowledged: string[] = [];
  const stopping = new AbortController();
  const send = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const id = crypto.randomUUID();
      const { status } = await postJson(address, "/api/orders", {
        ...renter,
        ...dates,
        id,
        tier: "basic",
        location: "Fremont",
        insurance: "decline",
        paymentMethod: "paypal",
        totalPrice,
      });
      if (status !== 201) throw new Error(`An order was answered ${status}`);
      acknowledged.push(id);
    }
  };
  const sending = Promise.all([send(), send(), send()]);
  sending.catch(() => undefined);
  return {
    acknowledged,
    async stop() {
      stopping.abort();
      await sending;
    },
  };
}

export const ordersOf = (place: Place, ids: readonly string[]) =>
  inPlace(place, (rows) =>
    rows<{ row: string }>("select o::text as row from orders o where id = any($1) order by id", [ids]),
  );
