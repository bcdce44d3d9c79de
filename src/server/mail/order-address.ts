import type { Config } from "#server/config.ts";

type Settings = Pick<Config, "publicUrl">;
type Order = { id: string; orderNumber: string; accountId: string | null };

/** The address of an order for the email's reader: with the key, which no later email can repeat. */
export function keyAddress({ publicUrl }: Settings, { id }: Pick<Order, "id">, key: string): string {
  const url = new URL("/order-complete", publicUrl.origin);
  url.search = new URLSearchParams({ order: id, key }).toString();
  return url.href;
}

/**
 * The address where a renter sees and pays an order: the trip's page. A visitor gets the page that mails a new
 * link, because only the key's hash is kept.
 */
export function orderAddress({ publicUrl }: Settings, { id, orderNumber, accountId }: Order): string {
  const path = accountId
    ? `/dashboard/trips/${id}`
    : `/find-order?${new URLSearchParams({ orderNumber }).toString()}`;
  return new URL(path, publicUrl.origin).href;
}
