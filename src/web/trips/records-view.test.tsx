import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import type { ConditionRecord } from "#contract/trips.ts";
import { baseLocale, overwriteGetLocale } from "#web/paraglide/runtime.js";
import { RecordsView } from "./records-view.tsx";

afterEach(() => overwriteGetLocale(() => baseLocale));

test("the records of a rental with two cars name each car as Chinese readers know it", () => {
  overwriteGetLocale(() => "zh");
  const record = { id: "1", kind: "pickup", stretch: 2, by: "renter", images: [], finishedAt: null };
  const of = { from: "2026-11-01", until: "2026-11-10", isWithoutCar: false };
  const stretches = [
    { ...of, number: 1, carName: "Honda Civic" },
    { ...of, number: 2, carName: "Toyota Camry" },
  ];
  const shown = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RecordsView
        orderId="7"
        records={[record as unknown as ConditionRecord]}
        included={1000}
        stretches={stretches}
      />
    </QueryClientProvider>,
  );
  expect(shown).toContain("丰田");
});
