import type { FastifyRequest } from "fastify";
import { eq, sql } from "drizzle-orm";
import type { OwnedSubject, Owns } from "#contract/endpoint.ts";
import type { Refusal } from "#contract/errors.ts";
import { notFound } from "#contract/params.ts";
import { isHosting, type OwnedThing, type Relation, relationTo } from "#domain/people/relations.ts";
import { earlierHostIds } from "#server/db/earlier-hosts.ts";
import { isUuid } from "#server/db/is-uuid.ts";
import type { Db } from "#server/db/open-database.ts";
import { prepared } from "#server/db/prepared.ts";
import { conversations } from "#server/db/schema/conversations.ts";
import { hostCars } from "#server/db/schema/host-cars.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Services } from "#server/services.ts";
import { wholeAccountOf } from "./authorise.ts";
import { isKeyOfOrder } from "./link-tokens.ts";

/** The thing that a call is about, and its caller. */
export type OwnershipAnswer = {
  id: string;
  relation: Relation;
  /** The caller's account, if any, and the key in the call. */
  accountId: string | undefined;
  email: string | null | undefined;
  key: string | undefined;
};

const orderParties = prepared("find-order-parties", (db) =>
  db
    .select({
      accountId: orders.accountId,
      hostId: orders.hostId,
      keyHash: orders.keyHash,
      formerKeyHash: orders.formerKeyHash,
      formerKeyUntil: orders.formerKeyUntil,
    })
    .from(orders)
    .where(eq(orders.id, sql.placeholder("id"))),
);
const carParties = prepared("find-car-parties", (db) =>
  db
    .select({ hostId: hostCars.hostId })
    .from(hostCars)
    .where(eq(hostCars.id, sql.placeholder("id"))),
);

type FoundThing = OwnedThing & { isKey?: (key: string | undefined, at: number) => boolean };
type Subject = { find: (db: Db, id: string) => Promise<FoundThing | undefined>; notFound: () => Refusal };

const subjects: Record<OwnedSubject, Subject> = {
  order: {
    find: async (db, id) => {
      const [order] = await orderParties(db).execute({ id });
      if (!order) return undefined;
      const { accountId, hostId } = order;
      const isKey = (key: string | undefined, at: number) => isKeyOfOrder(order, key, at);
      return { accountId, hostId, isKey, earlierHostIds: await earlierHostIds(db, id) };
    },
    notFound: () => notFound("order_not_found"),
  },
  conversation: {
    find: async (db, id) => {
      const [conversation] = await db
        .select({ accountId: conversations.accountId, hostId: conversations.hostId })
        .from(conversations)
        .where(eq(conversations.id, id));
      return conversation;
    },
    notFound: () => notFound("conversation_not_found"),
  },
  // A car of the platform has no row here, because it has no host.
  car: {
    find: async (db, id) => {
      const [car] = await carParties(db).execute({ id });
      return car && { accountId: null, hostId: car.hostId };
    },
    notFound: () => notFound("car_not_found"),
  },
};

type OwnershipServices = Pick<Services, "signIn" | "database" | "config" | "now">;

/** The thing that a call is about. Throws a Refusal for an unrelated caller, as if there were no such thing. */
export async function ownedOf(
  services: OwnershipServices,
  request: FastifyRequest,
  owns: Owns,
): Promise<OwnershipAnswer> {
  const name = owns.order ? "order" : owns.car ? "car" : "conversation";
  const allowed: readonly Relation[] = owns[name] ?? [];
  const { find, notFound } = subjects[name];
  const id = textOf(request.params, "id") ?? "";
  const thing = isUuid(id) ? await find(services.database.db, id) : undefined;
  if (!thing) throw notFound();
  const account = await wholeAccountOf(services, request);
  const key = allowed.includes("key")
    ? (textOf(request.body, "key") ?? textOf(request.query, "key"))
    : undefined;
  const holdsKey = thing.isKey?.(key, services.now()) ?? false;
  const hosts = name !== "order" || (account !== undefined && isHosting(account));
  // An administrator who hosts counts as an administrator in a call that isn't for hosts.
  const asked = {
    ...thing,
    ...(!(hosts && allowed.includes("host")) && { hostId: null }),
    ...(!(hosts && allowed.includes("earlier_host")) && { earlierHostIds: [] }),
  };
  const relation = relationTo(asked, account, holdsKey);
  if (!relation || !allowed.includes(relation)) throw notFound();
  return { id, relation, accountId: account?.id, email: account?.email, key };
}

function textOf(from: unknown, name: string): string | undefined {
  if (typeof from !== "object" || from === null || !Object.hasOwn(from, name)) return undefined;
  const value: unknown = Reflect.get(from, name);
  return typeof value === "string" ? value : undefined;
}
