import { m } from "#web/paraglide/messages.js";

/** Words for actors without a name of their own. Every other actor is shown by name. */
const nameless = new Map<string, () => string>([
  ["visitor", m.admin_actor_visitor],
  ["renter", m.admin_actor_renter],
  ["system", m.admin_actor_system],
  ["service", m.admin_actor_service],
  ["demonstration", m.admin_actor_demonstration],
  ["command line", m.admin_actor_command_line],
]);

export const actorName = (by: string): string => nameless.get(by)?.() ?? by;
