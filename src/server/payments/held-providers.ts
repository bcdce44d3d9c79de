import type { Connect, Provider } from "./provider.ts";
import type { Providers } from "./providers.ts";

/** Thrown in place of a request to a provider that would move money or end something there. */
class InstallationHeld extends Error {
  override name = "InstallationHeld";
}

/**
 * Providers that get no request that changes anything there while `isHeld`, as if they gave no answer: a saved
 * request is sent again later, with its own key. To look a payment up may take its money, so that waits too.
 */
export function heldProviders(providers: Providers, isHeld: () => boolean): Providers {
  const guarded =
    <Sent extends unknown[], Answer>(call: (...sent: Sent) => Promise<Answer>) =>
    async (...sent: Sent): Promise<Answer> => {
      if (isHeld()) throw new InstallationHeld("This installation was restored and is held");
      return call(...sent);
    };
  const holdConnect = (connect: Connect): Connect => ({
    ...connect,
    openAccount: guarded((host) => connect.openAccount(host)),
    onboardingPage: guarded((account, pages) => connect.onboardingPage(account, pages)),
    transfer: guarded((wanted) => connect.transfer(wanted)),
  });
  const hold = (provider: Provider): Provider => ({
    ...provider,
    beginSession: guarded((wanted) => provider.beginSession(wanted)),
    endSession: guarded((payment) => provider.endSession(payment)),
    charge: guarded((payment, orderNumber) => provider.charge(payment, orderNumber)),
    lookUp: guarded((payment) => provider.lookUp(payment)),
    refund: guarded((wanted) => provider.refund(wanted)),
    forget: guarded((methodRef) => provider.forget(methodRef)),
    ...(provider.connect && { connect: holdConnect(provider.connect) }),
  });
  return new Map([...providers].map(([name, provider]) => [name, hold(provider)]));
}
