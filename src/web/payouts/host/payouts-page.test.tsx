import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { PayoutSettings } from "#contract/host/payouts.ts";
import HostPayoutsPage from "./payouts-page.tsx";
import { payoutSettingsQuery } from "./queries.ts";

function shown(waitsFor: PayoutSettings["next"]["waitsFor"]): string {
  const cache = new QueryClient();
  const settings: PayoutSettings = {
    mode: "bank",
    lastFour: "6789",
    usableFrom: null,
    isReady: true,
    lacksSomething: false,
    mayChange: false,
    hold: waitsFor === "held" ? { reason: null } : null,
    next: { on: "2026-12-08", amount: "1240.00", waitsFor },
  };
  cache.setQueryData(payoutSettingsQuery.queryKey, settings);
  return renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <MemoryRouter>
        <HostPayoutsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it("the payouts page promises an amount on a day only if it will be sent then", () => {
  expect(shown(null)).toContain("$1,240.00 on Dec 8, 2026");
  for (const [waitsFor, until] of [
    ["held", "once the hold ends"],
    ["no_account", "once you’ve added an account for it"],
    ["new_account", "once your new bank account can be used"],
  ] as const) {
    const html = shown(waitsFor);
    expect(html).toContain(`$1,240.00 is payable, and is sent ${until}.`);
    expect(html).not.toContain("Dec 8");
  }
});
