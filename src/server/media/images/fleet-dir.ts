import { resolve } from "node:path";

/** Where the drawn pictures of the demonstration fleet stand in the project. */
export const fleetDir = resolve(import.meta.dirname, "../../../../fleet");
