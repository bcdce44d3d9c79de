import { expect, it } from "vitest";
import { planOf } from "#domain/pricing/plans.ts";
import { planPrice } from "#domain/pricing/taxed-price.ts";
import { addDays, dateInLosAngeles } from "#domain/dates.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { databaseKind, migratedFolder } from "../app.ts";
import { renter } from "../factories.ts";
import { postJson, startProduct } from "../product.ts";

// Only the embedded database dies with its process; a server goes on.
it.runIf(databaseKind === "embedded")(
  "every acknowledged order survives kill -9 with its emails, and a second process is refused",
  async () => {
    const folder = migratedFolder();
    try {
      const first = await startProduct({ DATA_DIR: folder.path });
      const refused = await startProduct({ DATA_DIR: folder.path }).catch((error: unknown) => String(error));
      expect(refused).toContain(`in use by process ${first.process.pid}`);

      const plan = planOf("basic");
      if (!plan) throw new Error("There is no basic plan");
      const pickupDate = addDays(dateInLosAngeles(Date.now()), 3);
      const dates = { pickupDate, returnDate: returnDateFor(pickupDate, 1) };
      const totalPrice = planPrice(plan, dates, "decline").total / 100;
      const acknowledged: string[] = [];
      const statuses = new Set<number>();
      const send = async (): Promise<void> => {
        for (;;) {
          const id = crypto.randomUUID();
          const answer = await postJson(first.address, "/api/orders", {
            ...renter,
            ...dates,
            id,
            tier: "basic",
            location: "Fremont",
            insurance: "decline",
            paymentMethod: "paypal",
            totalPrice,
          });
          statuses.add(answer.status);
          acknowledged.push(id);
          if (acknowledged.length === 60) void first.stop("SIGKILL");
        }
      };
      // Each stream of orders ends when the process dies.
      await Promise.allSettled([send(), send(), send()]);
      expect([...statuses]).toEqual([201]);
      expect(acknowledged.length).toBeGreaterThanOrEqual(60);

      const second = await startProduct({ DATA_DIR: folder.path });
      const kept = await Promise.all(
        acknowledged.map(async (id) => (await fetch(`${second.address}/api/orders/${id}`)).status),
      );
      expect(kept).toEqual(Array(acknowledged.length).fill(200));
      const emails = (await (await fetch(`${second.address}/dev/mailbox.json`)).json()) as {
        orderId: string;
        kind: string;
      }[];
      for (const id of acknowledged)
        expect(
          emails
            .filter((email) => email.orderId === id)
            .map((email) => email.kind)
            .sort(),
        ).toEqual(["order_received"]);
      expect(await second.stop()).toBe(0);
    } finally {
      folder.remove();
    }
  },
);
