import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Uuid } from "#contract/fields.ts";
import { byId } from "#contract/params.ts";

/** Kinds of delivery that can come to nothing. */
export const deliveryKinds = ["letter", "text"] as const;

/** A delivery that was given up. The address is masked, and the content is not shown. */
export const DeadLetter = z.object({
  id: Uuid,
  kind: z.enum(deliveryKinds),
  letterKind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  createdAt: z.string(),
  failedAt: z.string(),
  tries: z.number(),
  error: z.string(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

const Queue = z.object({ name: z.string(), waiting: z.number(), active: z.number(), failed: z.number() });

export const BackendHealth = z.object({
  checkedAt: z.string(),
  database: z.object({
    kind: z.enum(["embedded", "server"]),
    version: z.string(),
    bytes: z.number(),
    milliseconds: z.number(),
    lastMigration: z.string(),
  }),
  outbox: z.object({
    isDelivering: z.boolean(),
    waiting: z.number(),
    sent: z.number(),
    undelivered: z.number(),
    oldestWaitingAt: z.nullable(z.string()),
  }),
  /** `isWritable` and `freeBytes` describe the folder, `isAnswering` the bucket; it is true without one. */
  storage: z.object({
    kind: z.enum(["folder", "bucket"]),
    isWritable: z.boolean(),
    isAnswering: z.boolean(),
    freeBytes: z.nullable(z.number()),
  }),
  queues: z.array(Queue),
  versions: z.object({ product: z.string(), node: z.string(), startedAt: z.string() }),
  deadLetters: z.array(DeadLetter),
});
export type BackendHealth = z.infer<typeof BackendHealth>;

const tag = "Admin: status";
const access = ["all"] as const;
const Moved = z.object({ count: z.number() });

export const getBackend = endpoint({
  method: "GET",
  path: "/api/admin/backend",
  summary:
    "How the parts of this installation are: database, outbox, storage, queues, versions, and deliveries that were given up",
  tag,
  access,
  response: BackendHealth,
  status: 200,
});

export const retryDeadLetters = endpoint({
  method: "POST",
  path: "/api/admin/backend/dead-letters/retry",
  summary: "Try all deliveries that were given up once more",
  tag,
  access,
  response: Moved,
  status: 200,
});

export const retryDeadLetter = endpoint({
  method: "POST",
  path: "/api/admin/backend/dead-letters/:id/retry",
  summary: "Try a delivery that was given up once more",
  tag,
  access,
  params: byId("delivery_not_found"),
  response: Moved,
  status: 200,
});

export const discardDeadLetter = endpoint({
  method: "DELETE",
  path: "/api/admin/backend/dead-letters/:id",
  summary: "Forget a delivery that was given up",
  tag,
  access,
  params: byId("delivery_not_found"),
  response: Moved,
  status: 200,
});
