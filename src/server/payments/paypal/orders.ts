import {
  CheckoutPaymentIntent,
  type Order,
  OrdersController,
  OrderStatus,
  PaymentInitiator,
  PaypalExperienceUserAction,
  PaypalPaymentTokenUsageType,
  type PaypalWallet,
  PaypalWalletContextShippingPreference,
  type PurchaseUnitRequest,
  StoredPaymentSourceUsageType,
  StoreInVaultInstruction,
  UsagePattern,
} from "@paypal/paypal-server-sdk";
import { brand } from "#domain/brand.ts";
import { locales } from "#domain/languages.ts";
import { wireMoney } from "#domain/money.ts";
import type { PaymentOutcome, SessionWanted } from "#server/payments/provider.ts";
import type { PaymentRow } from "#server/ledger/queries.ts";
import { type Paypal, refusalOf } from "./client.ts";
import { outcomeOfOrder } from "./order-outcome.ts";

/** The whole order, not only its id. */
const prefer = "return=representation";

const unitOf = (payment: PaymentRow, orderNumber: string): PurchaseUnitRequest => ({
  referenceId: payment.orderId,
  customId: `${payment.orderId}:${payment.id}`,
  // PayPal accepts no two payments with the same invoice id.
  invoiceId: payment.id,
  description: `Car rental, order ${orderNumber}`,
  amount: { currencyCode: "USD", value: wireMoney(payment.amount) },
});

/** PayPal answers a repeated request with the same key with the order that it made the first time. */
async function createOrder(
  { client }: Paypal,
  paypalRequestId: string,
  unit: PurchaseUnitRequest,
  wallet: PaypalWallet,
): Promise<Order> {
  const { result } = await new OrdersController(client).createOrder({
    paypalRequestId,
    prefer,
    body: {
      intent: CheckoutPaymentIntent.Capture,
      purchaseUnits: [unit],
      paymentSource: { paypal: wallet },
    },
  });
  return result;
}

/** An order that its payer approves at PayPal, whose account is saved for what falls due later. */
export async function beginSession(
  paypal: Paypal,
  { payment, orderNumber, language, returnTo }: SessionWanted,
): Promise<{ sessionRef: string; url: string } | undefined> {
  const result = await createOrder(paypal, `session:${payment.id}`, unitOf(payment, orderNumber), {
    attributes: {
      vault: {
        storeInVault: StoreInVaultInstruction.OnSuccess,
        usageType: PaypalPaymentTokenUsageType.Merchant,
        usagePattern: UsagePattern.RecurringPostpaid,
        permitMultiplePaymentTokens: true,
      },
    },
    experienceContext: {
      brandName: brand.name[language],
      locale: locales[language],
      shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
      userAction: PaypalExperienceUserAction.PayNow,
      returnUrl: returnTo,
      cancelUrl: returnTo,
    },
  });
  const url = pageOf(result);
  return result.id && url ? { sessionRef: result.id, url } : undefined;
}

const pageOf = ({ links = [] }: Order): string | undefined =>
  links.find(({ rel }) => rel === "payer-action" || rel === "approve")?.href;

/** Charges the saved account, while its owner is away. */
export async function chargeSaved(
  paypal: Paypal,
  payment: PaymentRow,
  orderNumber: string,
): Promise<PaymentOutcome> {
  if (!payment.methodRef) throw new Error("There is nothing to charge");
  try {
    const result = await createOrder(paypal, `charge:${payment.id}`, unitOf(payment, orderNumber), {
      vaultId: payment.methodRef,
      storedCredential: {
        paymentInitiator: PaymentInitiator.Merchant,
        usage: StoredPaymentSourceUsageType.Subsequent,
        usagePattern: UsagePattern.RecurringPostpaid,
      },
    });
    const outcome = outcomeOfOrder(result);
    return outcome.status === "open" ? { status: "failed", failure: "authentication_required" } : outcome;
  } catch (error) {
    const failure = refusalOf(error);
    // A payment with this invoice id was taken already; its event will say which.
    if (failure === "duplicate_invoice_id") return { status: "processing" };
    if (failure) return { status: "failed", failure };
    throw error;
  }
}

export const findOrder = async ({ client }: Paypal, id: string): Promise<Order> =>
  (await new OrdersController(client).getOrder({ id })).result;

/** An approval that nobody captures takes no money, and lapses. A captured order is answered as such. */
export async function endSession(paypal: Paypal, { sessionRef }: PaymentRow): Promise<PaymentOutcome> {
  if (!sessionRef) return { status: "cancelled" };
  try {
    const outcome = outcomeOfOrder(await findOrder(paypal, sessionRef));
    return outcome.status === "open" ? { status: "cancelled" } : outcome;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === "invalid_resource_id" || refusal === "resource_not_found") return { status: "cancelled" };
    throw error;
  }
}

/** The state of a payment. A payment that its payer has approved is captured now. */
export async function lookUpPayment(paypal: Paypal, payment: PaymentRow): Promise<PaymentOutcome> {
  if (!payment.sessionRef) return { status: "unknown" };
  try {
    const order = await findOrder(paypal, payment.sessionRef);
    const outcome = outcomeOfOrder(
      order.status === OrderStatus.Approved ? await capture(paypal, payment, order) : order,
    );
    return outcome.status === "open" ? { status: "open", url: pageOf(order) } : outcome;
  } catch (error) {
    if (refusalOf(error) === "invalid_resource_id" || refusalOf(error) === "resource_not_found")
      return { status: "cancelled" };
    throw error;
  }
}

async function capture({ client }: Paypal, { id }: PaymentRow, order: Order): Promise<Order> {
  try {
    const { result } = await new OrdersController(client).captureOrder({
      id: order.id ?? "",
      paypalRequestId: `capture:${id}`,
      prefer,
    });
    return result;
  } catch (error) {
    // After a decline the payer chooses another way on the same page; a captured order says so next time.
    if (refusalOf(error)) return { ...order, status: OrderStatus.PayerActionRequired };
    throw error;
  }
}
