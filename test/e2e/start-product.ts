import { startDemonstration, stockedVariable, temporaryFolder } from "../product.ts";

/** The variable with the product's address: set here, read by the fixtures in every worker. */
export const addressVariable = "JOURNEYS_ADDRESS";
/** The variable with the folder in which workers mark the cars that they use alone. */
export const claimsVariable = "JOURNEYS_CLAIMS";

/** The password of the demonstration accounts. */
export const demoPassword = "harbor fog 4";

/**
 * Starts the built product once, with the demonstration fleet in a folder of its own, and stops that process at
 * the end. Journeys that need a product of their own copy the data of its first start.
 */
export default async function startOnce(): Promise<() => Promise<void>> {
  const claims = temporaryFolder();
  const stocked = temporaryFolder();
  const first = await startDemonstration({ DEMO_PASSWORD: demoPassword, DATA_DIR: stocked.path });
  await first.stop();
  process.env[stockedVariable] = stocked.path;
  const product = await startDemonstration({
    DEMO_PASSWORD: demoPassword,
    // The journeys' own local servers are the other services whose calendars cars follow.
    PRIVATE_CALENDARS: "on",
  });
  process.env[addressVariable] = product.address;
  process.env[claimsVariable] = claims.path;
  return async () => {
    await product.stop();
    claims.remove();
    stocked.remove();
  };
}
