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
  /** Somebody has read messages: this goes to the reader's own screens, and to the writers of the messages. */
  read: { people: true },
  /** What administrators write for one another. */
  note: { people: false },
  /** Something waits for administrators. */
  alert: { people: false },
} as const satisfies Record<string, { people: boolean }>;

export type EventKind = keyof typeof eventKinds;

/** Which administrators: all of them, or those who hold a permission. */
export type AdminAudience = "administrator" | Permission;

/** The audience of an event. */
export type Audience = { kind: EventKind; to: readonly string[]; admins: AdminAudience | null };

export type EventReader = RightsHolder & { id: string };

/** Whether a person may read an event: it names them, or it is for administrators with their permissions. */
export function mayRead(reader: EventReader, { kind, to, admins }: Audience): boolean {
  if (eventKinds[kind].people && to.includes(reader.id)) return true;
  if (admins === null) return false;
  return admins === "administrator" ? isAdministrator(reader) : can(reader, admins);
}
