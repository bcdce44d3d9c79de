import { ApiError, VaultController } from "@paypal/paypal-server-sdk";
import type { Paypal } from "./client.ts";

/** Deletes a saved account from PayPal's vault. An account that isn't there anymore isn't an error. */
export async function forgetAccount({ client }: Paypal, vaultId: string): Promise<void> {
  try {
    await new VaultController(client).deletePaymentToken(vaultId);
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 404) return;
    throw error;
  }
}
