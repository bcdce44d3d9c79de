import type { DailyInsurance } from "#domain/pricing/insurance.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { changeWizard } from "#server/booking/wizard/change.ts";
import { completeWizard } from "#server/booking/wizard/complete.ts";
import { startWizard } from "#server/booking/wizard/start.ts";
import type { Services } from "#server/services.ts";
import type { Renter } from "./people.ts";

/** The account that books in steps, and its insurance. */
export type InSteps = { accountId: string; insurance: DailyInsurance };
type DemoBooking = InSteps & { carId: string; renter: Renter; rental: Rental };

const placedFrom = "127.0.0.1";

/** Books a car through the five steps: held, insured, with a way to pay, and with an existing license. */
export async function bookInSteps(
  services: Services,
  { accountId, insurance, carId, renter, rental }: DemoBooking,
): Promise<string> {
  const { name: fullName, email, phone, place, language } = renter;
  const booker = { id: accountId, email, fullName };
  const id = crypto.randomUUID();
  // The limits must not stop the demonstration's own people.
  const free = { ...services, config: { ...services.config, rateLimits: false } };
  await startWizard(
    free,
    { id, carId, customerPhone: phone, pickupLocation: place, ...rental, language },
    { booker, isAdmin: true, language, placedFrom },
  );
  const paid = { selectedInsurance: insurance, paymentMethod: "paypal" } as const;
  await changeWizard(free, id, paid, { booker, placedFrom });
  // The booking's payments are recorded by hand, long ago: nobody pays on a provider's page.
  const built = { ...free, providers: new Map() };
  const done = await completeWizard(built, { id, booker, expectedTotal: undefined, placedFrom });
  if (!("placed" in done)) throw new Error("A booking of the demonstration is no order");
  return done.placed.order.id;
}
