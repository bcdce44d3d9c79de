import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "#contract/errors.ts";
import {
  checkPaymentSession,
  createPaymentSession,
  deleteSavedMethod,
  returnCredit as returnCreditEndpoint,
} from "#contract/payments.ts";
import { hour, secondsIn } from "#domain/durations.ts";
import { wireMoney } from "#domain/money.ts";
import { leftToPay } from "#domain/payments/payments.ts";
import { askedBy } from "#domain/payments/small-sums.ts";
import { wholeAccountOf } from "#server/auth/authorise.ts";
import { clientKey } from "#server/http/client-key.ts";
import { refuseOver } from "#server/http/limits.ts";
import { cookieLanguage } from "#server/http/visitor-language.ts";
import { serve } from "#server/http/serve.ts";
import { standingInstalments } from "#server/ledger/queries.ts";
import { leastPayable } from "#server/provider-settings.ts";
import { type Services, today } from "#server/services.ts";
import { askOfBooking, findPayable } from "#server/booking/wizard/pay-first.ts";
import { askOfOrder, beginSession, checkBegun, pageLength, type PaidFor } from "./begin-session.ts";
import { builtInMode } from "./built-in-mode.ts";
import { returnCredit } from "./credit.ts";
import { nameOf } from "#server/error-name.ts";
import { loadOrder, loadOwnOrder } from "#server/ledger/order-queries.ts";
import type { Provider } from "./provider.ts";
import { chosenProvider } from "./providers.ts";
import { removeSavedMethod } from "./saved-methods/saved-method.ts";

/** The routes of renters' payments. */
export function paymentRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services.database;
  const holderOf = async (request: FastifyRequest, key: string | undefined) => ({
    key,
    accountId: (await wholeAccountOf(services, request))?.id,
  });

  /** Each call asks the provider: one order, and one network, may make only so many. */
  const limit = (request: FastifyRequest, id: string) =>
    refuseOver(
      services,
      [
        { key: `pay:order:${id}`, most: 30, seconds: secondsIn(hour) },
        { key: `pay:place:${clientKey(services, request.ip)}`, most: 120, seconds: secondsIn(hour) },
      ],
      "Please wait a while before you try to pay again.",
    );

  serve(app, createPaymentSession, async ({ params, query, body, request }) => {
    const key = body?.key ?? query.key;
    const paidFor = await findPaidFor(services, params.id, await holderOf(request, key));
    const provider = chosenProvider(services.providers, body?.provider);
    if (!provider) {
      const builtIn = builtInMode(services.config);
      const instructions = builtIn.instructions(cookieLanguage(request) ?? paidFor.language);
      return { mode: builtIn.kind, ...(await paidFor.toPay()), ...(instructions && { instructions }) };
    }
    await limit(request, paidFor.id);
    const begun = await openPage(services, provider, paidFor);
    return { mode: provider.name, ...(await paidFor.toPay()), ...begun };
  });

  serve(app, checkPaymentSession, async ({ params, query, request }) => {
    const holder = await holderOf(request, query.key);
    const { id } = await findPaidFor(services, params.id, holder);
    if (services.providers.size > 0) await limit(request, id);
    const state = services.providers.size > 0 ? await checkBegun(services, id) : "none";
    // The booking may have become an order by now.
    return { state, ...(await (await findPaidFor(services, id, holder)).toPay()) };
  });

  serve(app, returnCreditEndpoint, async ({ owned }) => {
    const credit = await returnCredit(services, owned.id, owned.accountId ?? "renter");
    await services.outbox.soon("give-back-by-provider");
    return { refund: wireMoney(credit) };
  });

  serve(app, deleteSavedMethod, async ({ owned }) => {
    await removeSavedMethod(services, await loadOrder(db, owned.id), owned.accountId ?? "renter");
    return { message: "Nothing more is charged automatically." };
  });
}

type PayerKeys = { key: string | undefined; accountId: string | undefined };
/** What a payment is for, and a function that returns what is due and what is left to pay. */
type PayableFound = PaidFor & { toPay: () => Promise<{ dueNow: string; leftToPay: string }> };

/** The reader's order, or a booking of theirs that its first payment confirms. Throws a Refusal. */
async function findPaidFor(services: Services, id: string, holder: PayerKeys): Promise<PayableFound> {
  const { db } = services.database;
  const booking = holder.accountId ? await findPayable(db, id, holder.accountId) : undefined;
  if (booking) {
    const { carId, first, total, ...named } = booking;
    return {
      ...named,
      ask: async (tx) => ({ amount: await askOfBooking(tx, id, pageLength), purposes: [] }),
      returnTo: wayBack(services, `/book/${carId}`, { step: "confirmation", order: id }),
      toPay: async () => ({ dueNow: wireMoney(first), leftToPay: wireMoney(total) }),
    };
  }
  const order = await loadOwnOrder(db, id, holder, services.now());
  return {
    ...order,
    ask: (tx) => askOfOrder(services, tx, order.id),
    // A visitor comes back with the order's key; an owner comes back to the trip.
    returnTo: holder.key
      ? wayBack(services, "/order-complete", { order: id, key: holder.key })
      : wayBack(services, `/dashboard/trips/${id}`, {}),
    async toPay() {
      const standing = await standingInstalments(db, order.id);
      return {
        dueNow: wireMoney(askedBy(standing, today(services), leastPayable(services.config))),
        leftToPay: wireMoney(leftToPay(standing)),
      };
    },
  };
}

async function openPage(services: Services, provider: Provider, paidFor: PaidFor) {
  try {
    return (await beginSession(services, provider, paidFor)) ?? {};
  } catch (error) {
    if (error instanceof Refusal) throw error;
    services.log.warn({ failure: nameOf(error), order: paidFor.id }, "a provider's page could not be opened");
    throw new Refusal(
      "provider_unavailable",
      "The payment page can't be opened right now. Please try again.",
    );
  }
}

function wayBack({ config }: Services, path: string, query: Record<string, string>): string {
  const address = new URL(path, config.publicUrl.origin);
  address.search = new URLSearchParams({ ...query, paid: "check" }).toString();
  return address.href;
}
