import { addDays } from "#domain/dates.ts";
import { day, hour } from "#domain/durations.ts";
import { answerCharge } from "#server/charges/answer.ts";
import { proposeCharge } from "#server/charges/propose.ts";
import { keepAttachment } from "#server/conversations/uploads.ts";
import { makeChange } from "#server/changes/make-change.ts";
import { writeReview } from "#server/reviews/write-review.ts";
import type { Services } from "#server/services.ts";
import { photoOf } from "./example-pictures.ts";
import { asOf, dateEvent, returnedAt } from "./rentals.ts";
import { findDrawnCar } from "./walk.ts";

/** For the customer's rentals, the oldest first. The last ended rental has no review yet. */
const reviews = [
  { rating: 5, comment: "Example. Clean, charged, and at my door on the minute." },
  { rating: 4, comment: "Example. A good month. I would have liked a second key." },
  { rating: 5, comment: "" },
];

type Customer = { customerId: string; adminId: string };
type EndedRental = { id: string; pickupDate: string; returnDate: string };

/**
 * What happens after the rentals: reviews of the customer's old rentals, two charges on the newest ended one, one
 * of them contested, and a request for another month on the running one.
 */
export async function liveOn(services: Services, people: Customer): Promise<void> {
  const rentals = (status: string): Promise<EndedRental[]> =>
    services.database.rows<EndedRental>(
      `select id, pickup_date::text as "pickupDate", return_date::text as "returnDate" from orders
       where account_id = $1 and status = $2 order by return_date`,
      [people.customerId, status],
    );
  const ended = await rentals("completed");
  for (const [at, said] of reviews.entries()) {
    const rental = ended.slice(0, -1)[at];
    if (!rental) continue;
    const then = asOf(services, returnedAt(rental) + 2 * day);
    await writeReview(then, rental.id, people.customerId, { ...said, side: "renter", reads: "en" });
  }
  const newest = ended.at(-1);
  if (newest) await charge(services, newest.id, people);
  const [running] = await rentals("in_progress");
  if (running) {
    const at = services.now() - 5 * hour;
    await makeChange(
      asOf(services, at),
      running.id,
      { key: undefined, accountId: people.customerId },
      { kind: "extension", returnDate: addDays(running.returnDate, 30) },
    );
    await dateEvent(services, running.id, { action: "extension_asked", part: "status", is: undefined, at });
  }
}

/** A toll that the customer accepts, and a cleaning that they contest: an administrator has to decide it. */
async function charge(services: Services, orderId: string, { customerId, adminId }: Customer): Promise<void> {
  const propose = async (category: "tolls" | "cleaning", amount: number, words: string, at: number) => {
    const then = asOf(services, at);
    const id = crypto.randomUUID();
    const evidence = await showEvidence(then, orderId, adminId);
    await proposeCharge(then, { id, orderId, category, amount, words, evidence, by: adminId });
    return id;
  };
  const now = services.now();
  const toll = await propose("tolls", 1425, "Example. Bay Bridge, twice.", now - 50 * hour);
  const cleaning = await propose("cleaning", 8000, "Example. Sand on every seat.", now - 49 * hour);
  const answered = { by: customerId, evidence: [] };
  await answerCharge(asOf(services, now - 30 * hour), { ...answered, id: toll, answer: "accept", words: "" });
  await answerCharge(asOf(services, now - 29 * hour), {
    ...answered,
    id: cleaning,
    answer: "contest",
    words: "Example. I had it vacuumed the day before, and have the receipt.",
  });
  for (const [action, at] of [
    ["charge_proposed", now - 49 * hour],
    ["charge_accepted", now - 30 * hour],
    ["charge_contested", now - 29 * hour],
  ] as const)
    await dateEvent(services, orderId, { action, part: "status", is: undefined, at });
}

async function showEvidence(services: Services, orderId: string, adminId: string): Promise<string[]> {
  const car = await findDrawnCar(services, orderId);
  if (!car) return [];
  const id = crypto.randomUUID();
  const bytes = await photoOf(services, car, "interior", 0);
  await keepAttachment(services, adminId, { id, name: "example.jpg", bytes });
  return [id];
}
