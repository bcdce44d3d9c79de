import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { OwnOrderDetail } from "#contract/account/orders.ts";
import type { ChangeObstacle } from "#domain/changes/obstacles.ts";
import { ApiError } from "#web/api.ts";
import { ChangeHandover, refusalWords } from "./change-handover.tsx";

const shown = (place: OwnOrderDetail["actions"]["place"]) => {
  const order = {
    id: "1",
    status: "confirmed",
    host: { outcome: "accepted" },
    pickupDate: "2027-03-14",
    pickupLocation: "1 A St",
    pickupTime: "10:00",
    returnTime: "10:00",
    actions: { handover: { allowed: true }, place },
  } as unknown as OwnOrderDetail;
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ChangeHandover order={order} />
    </QueryClientProvider>,
  );
};

it("a renter may request another place, and reads that the car's host must agree", () => {
  expect(shown({ allowed: true })).toContain("Where we hand the car over");
  expect(shown({ allowed: true })).toContain("The host of the car has to agree to another place.");
});

it.each([
  ["waiting", "Your other request is waiting for an answer"],
  ["offered", "We’ve offered you another car."],
] as const)(
  "a place that can't change yet is explained, and the times stay changeable: %s",
  (reason, words) => {
    const page = shown({ allowed: false, reason });
    expect(page).toContain(words);
    expect(page).not.toContain("Where we hand the car over");
    expect(page).toContain("Pickup time");
  },
);

it.each([
  ["waiting", "Your other request is waiting for an answer"],
  ["too_late", "This is no longer possible. Please reload the page."],
  [undefined, "This is no longer possible. Please reload the page."],
] as const)(
  "a refused change is explained in the page's language: %s",
  (obstacle?: ChangeObstacle, words = "") => {
    const message = "The server's own sentence.";
    const body = { code: "change_not_possible", message, error: message, obstacle };
    expect(refusalWords(new ApiError(409, "", JSON.stringify(body)))).toContain(words);
  },
);
