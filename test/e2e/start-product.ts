import { startProduct, temporaryFolder } from "../product.ts";

/** Where the journeys find the product: set here, read by the fixtures in every worker. */
export const addressVariable = "JOURNEYS_ADDRESS";
/** A folder in which workers mark what is theirs alone. */
export const claimsVariable = "JOURNEYS_CLAIMS";

/** The password of the demonstration accounts. */
export const demoPassword = "harbor fog 4";

/** Starts the built product once, with the demonstration fleet in a folder of its own, and stops that very process at the end. */
export default async function startOnce(): Promise<() => Promise<void>> {
  const folder = temporaryFolder();
  const claims = temporaryFolder();
  const product = await startProduct({
    DATA_DIR: folder.path,
    DATABASE_URL: "",
    PUBLIC_URL: "",
    SMTP_URL: "",
    HOST: "127.0.0.1",
    DEMO: "on",
    DEMO_PASSWORD: demoPassword,
  });
  process.env[addressVariable] = product.address;
  process.env[claimsVariable] = claims.path;
  return async () => {
    await product.stop();
    folder.remove();
    claims.remove();
  };
}
