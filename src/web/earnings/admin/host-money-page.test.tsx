import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter, Route, Routes } from "react-router";
import { expect, it } from "vitest";
import type { HostCredit } from "#contract/host/earnings.ts";
import type { AdminHostMoney } from "#contract/host/money-for-admins.ts";
import HostMoneyPage from "./host-money-page.tsx";
import { creditsOfHostQuery, hostMoneyQuery } from "./queries.ts";

const money = {
  host: { id: "7", name: "Lena", email: "lena@example.com" },
  month: "2026-12",
  earned: "0.00",
  payable: "0.00",
  open: "0.00",
  nextPayout: { on: "2026-12-08", amount: "0.00", waitsFor: null },
  months: [],
  booked: [],
  occupancy: [],
  credited: "0.00",
  paidOut: "0.00",
  statements: [],
} as unknown as AdminHostMoney;
const repaid = {
  id: "1",
  rule: "repayment",
  orderId: null,
  orderNumber: null,
  car: "",
  creditedOn: "2026-12-01",
  startsOn: null,
  endsOn: null,
  lines: [],
  gross: "0.00",
  sharePercent: 80,
  ourShare: "0.00",
  amount: "50.00",
  place: "payable",
  payableOn: "2026-12-01",
  payout: null,
} as HostCredit;

it("an administrator sees a host's account in words about the host", () => {
  const cache = new QueryClient();
  cache.setQueryData(hostMoneyQuery("7").queryKey, money);
  const items = [repaid];
  cache.setQueryData(creditsOfHostQuery("7").queryKey, {
    pages: [{ items, total: 1 }],
    pageParams: [""],
  });
  const html = renderToStaticMarkup(
    <QueryClientProvider client={cache}>
      <MemoryRouter initialEntries={["/admin/hosts/7"]}>
        <Routes>
          <Route path="/admin/hosts/:id" element={<HostMoneyPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  expect(html).toContain("The host paid this back");
  expect(html).toContain("The host’s balance");
  expect(html).not.toMatch(/\byour?\b/i);
});
