import { resolve } from "node:path";

/** The project's folder with the drawn pictures of the demonstration fleet. */
export const fleetDir = resolve(import.meta.dirname, "../../../../fleet");
