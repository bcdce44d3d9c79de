import { cancelOrder, getOrder, type Order, type ShownOrder } from "#contract/orders.ts";
import { confirmOrderEmail } from "#contract/booking.ts";
import { api, ApiError } from "#web/api.ts";
import { readStoredSession } from "#web/session/stored-session.ts";

/**
 * Whether this browser may ask for an order as its owner. Pages are made without a session, so only the
 * browser can.
 */
export const mayOwnOrders = (): boolean => readStoredSession()?.isWhole ?? false;

/** An order of this account; undefined if it belongs to somebody else or doesn't exist. */
export function findOwnOrder(id: string): Promise<ShownOrder | undefined> {
  return unlessRefused(api(getOrder, { params: { id } }));
}

/** Cancels an order. The server refuses if it would now keep more than the page showed. */
export const cancelOwnOrder = (id: string, expectedKept?: string): Promise<Order> =>
  api(cancelOrder, { params: { id }, body: { expectedKept } });

export const confirmOwnOrder = (id: string): Promise<Order> =>
  api(confirmOrderEmail, { params: { id }, body: {} });

async function unlessRefused<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}
