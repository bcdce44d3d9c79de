import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import { RentalChanges } from "./rental-changes.tsx";

/** What a renter reads of a request for more days that nobody answered. */
function shownLapsed(host: OwnOrderDetail["host"]): string {
  const no = { allowed: false };
  const order = {
    host,
    actions: { extension: no, earlyReturn: no, dates: no },
    changes: [{ kind: "extension", status: "lapsed", effectiveReturnDate: "2027-01-31" }],
  } as unknown as OwnOrderDetail;
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RentalChanges order={order} />
    </QueryClientProvider>,
  );
}

it("a lapsed request for more days names the side that didn't answer: the host, or us", () => {
  const until = "your request to keep the car until Jan 31, 2027 in time.";
  expect(shownLapsed(undefined)).toContain(`we didn’t answer ${until}`);
  expect(shownLapsed({} as OwnOrderDetail["host"])).toContain(`the host didn’t answer ${until}`);
});
