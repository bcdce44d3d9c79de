import { isAdministrator, can, type RightsHolder, type Permission } from "#domain/people/permissions.ts";

/**
 * Events that open screens hear of at once. Each may go to administrators: to all, or to those with a permission,
 * as its announcement says. With `people` it may also go to the accounts that the announcement names.
 */
export const eventKinds = {
  order: { people: true },
  payment: { people: true },
  document: { people: true },
  change: { people: true },
  condition: { people: true },
  charge: { people: true },
  review: { people: true },
  verification: { people: true },
  message: { people: true },
  /** Somebody has read: their own screens, and those who wrote to them. */
  read: { people: true },
  /** What administrators write for one another. */
  note: { people: false },
  /** Something waits for administrators. */
  alert: { people: false },
} as const satisfies Record<string, { people: boolean }>;

export type EventKind = keyof typeof eventKinds;

/** Which administrators: all of them, or those who hold a permission. */
export type AdminAudience = "administrator" | Permission;

/** For whom an event is. */
export type Audience = { kind: EventKind; to: readonly string[]; admins: AdminAudience | null };

export type EventReader = RightsHolder & { id: string };

/** Whether somebody may read an event: they are named, or it is for administrators such as they are. */
export function mayRead(reader: EventReader, { kind, to, admins }: Audience): boolean {
  if (eventKinds[kind].people && to.includes(reader.id)) return true;
  if (admins === null) return false;
  return admins === "administrator" ? isAdministrator(reader) : can(reader, admins);
}
