import { forgetPerson } from "./accounts/forget-person.ts";
import { moveOrders } from "./accounts/move-orders.ts";
import { refuseWhileOpen } from "./accounts/refuse-while-open.ts";

/**
 * What else happens when a user of the sign-in service moves to another address or is deleted. The service knows the
 * features through this list alone.
 */
export const personParts = { moveOrders, refuseWhileOpen, forgetPerson };
export type PersonParts = typeof personParts;
