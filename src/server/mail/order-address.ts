import type { Config } from "#server/config.ts";

type Settings = Pick<Config, "publicUrl">;
type Order = { id: string; orderNumber: string; accountId: string | null };

/** Where an order is shown to whoever has its email: with the key, which no later email can name again. */
export function keyAddress({ publicUrl }: Settings, { id }: Pick<Order, "id">, key: string): string {
  const url = new URL("/order-complete", publicUrl.origin);
  url.search = new URLSearchParams({ order: id, key }).toString();
  return url.href;
}

/**
 * Where its renter sees and pays an order: on the trip's page. A visitor, whose key is kept as its hash alone, asks
 * for a new link.
 */
export function orderAddress({ publicUrl }: Settings, { id, orderNumber, accountId }: Order): string {
  const path = accountId
    ? `/dashboard/trips/${id}`
    : `/find-order?${new URLSearchParams({ orderNumber }).toString()}`;
  return new URL(path, publicUrl.origin).href;
}
