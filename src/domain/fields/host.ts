import { longestReason } from "#domain/text-lengths.ts";
import { declineReasons } from "#domain/orders/host-requests.ts";
import { oneOf, required, words } from "./rules.ts";

/** Why a host says no to a renter, in words too if they like. */
export const declineFields = { reason: required(oneOf(declineReasons)), words: words(longestReason) };
