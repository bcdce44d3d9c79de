import { measured, type Metrics } from "#server/metrics/open-metrics.ts";
import type { Provider } from "./provider.ts";
import type { Providers } from "./providers.ts";

/** Providers whose calls are counted and timed. */
export function measuredProviders(providers: Providers, { providerCalls }: Metrics): Providers {
  const measure = (provider: Provider): Provider => {
    const timed =
      <Sent extends unknown[], Answer>(call: string, ask: (...sent: Sent) => Promise<Answer>) =>
      (...sent: Sent): Promise<Answer> =>
        measured(providerCalls, { provider: provider.name, call }, () => ask(...sent));
    return {
      ...provider,
      beginSession: timed("begin_session", (wanted) => provider.beginSession(wanted)),
      endSession: timed("end_session", (payment) => provider.endSession(payment)),
      charge: timed("charge", (payment, orderNumber) => provider.charge(payment, orderNumber)),
      lookUp: timed("look_up", (payment) => provider.lookUp(payment)),
      refund: timed("refund", (wanted) => provider.refund(wanted)),
      report: timed("report", (range) => provider.report(range)),
      follow: timed("follow", (event) => provider.follow(event)),
      ...(provider.connect && {
        connect: {
          ...provider.connect,
          transfer: timed("transfer", provider.connect.transfer),
          lookUpTransfer: timed("look_up_transfer", provider.connect.lookUpTransfer),
        },
      }),
    };
  };
  return new Map([...providers].map(([name, provider]) => [name, measure(provider)]));
}
