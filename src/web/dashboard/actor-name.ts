import { m } from "#web/paraglide/messages.js";

/** Who did something: a person's own name, or one of those who have none. */
const nameless = new Map<string, () => string>([
  ["visitor", m.desk_actor_visitor],
  ["renter", m.desk_actor_renter],
  ["system", m.desk_actor_system],
  ["service", m.desk_actor_service],
  ["demonstration", m.desk_actor_demonstration],
  ["command line", m.desk_actor_command_line],
]);

export const actorName = (by: string): string => nameless.get(by)?.() ?? by;
