import { isAdministrator, can, type RightsHolder, type Permission } from "#domain/people/permissions.ts";

/**
 * What open screens are told of while it happens. `people` may be told of it who are named; `admins` are told
 * of it too: all of them, or those with a permission, as its announcement says.
 */
export const eventKinds = {
  order: { people: true, admins: true },
  payment: { people: true, admins: true },
  document: { people: true, admins: true },
  change: { people: true, admins: true },
  condition: { people: true, admins: true },
  charge: { people: true, admins: true },
  review: { people: true, admins: true },
  verification: { people: true, admins: true },
  message: { people: true, admins: true },
  /** Somebody has read: their own screens, and those who wrote to them. */
  read: { people: true, admins: true },
  /** What administrators write for one another. */
  note: { people: false, admins: true },
  /** Something waits for administrators. */
  alert: { people: false, admins: true },
} as const satisfies Record<string, { people: boolean; admins: boolean }>;

export type EventKind = keyof typeof eventKinds;

/** Which administrators: all of them, or those who hold a permission. */
export type AdminAudience = "administrator" | Permission;

/** For whom an event is. */
export type Audience = { kind: EventKind; to: readonly string[]; admins: AdminAudience | null };

export type EventReader = RightsHolder & { id: string };

/** Whether somebody may read an event: they are named, or it is for administrators such as they are. */
export function mayRead(reader: EventReader, { kind, to, admins }: Audience): boolean {
  const who = eventKinds[kind];
  if (who.people && to.includes(reader.id)) return true;
  if (!who.admins || admins === null) return false;
  return admins === "administrator" ? isAdministrator(reader) : can(reader, admins);
}
