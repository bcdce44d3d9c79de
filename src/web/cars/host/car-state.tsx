import type { ListingState } from "#domain/cars/listing-states.ts";
import { m } from "#web/paraglide/messages.js";

export const stateNames: Record<ListingState, () => string> = {
  draft: m.host_state_draft,
  submitted: m.host_state_submitted,
  listed: m.host_state_listed,
  paused: m.host_state_paused,
  declined: m.host_state_declined,
  retired: m.host_state_retired,
};
const badges: Record<ListingState, string> = {
  draft: "badge-plain",
  submitted: "badge-pending",
  listed: "badge-good",
  paused: "badge-pending",
  declined: "badge-bad",
  retired: "badge-cancelled",
};

export const StateBadge = ({ state }: { state: ListingState }) => (
  <span className={`badge ${badges[state]}`}>{stateNames[state]()}</span>
);
