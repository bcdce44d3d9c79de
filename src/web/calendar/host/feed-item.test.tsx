import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { CarFeed } from "#contract/host/calendar.ts";
import { FeedItem } from "./feed-item.tsx";

const feed: CarFeed = {
  id: "1",
  label: "Turo",
  url: "https://turo.example/calendar.ics",
  fetchedAt: "2026-12-01T20:00:00Z",
  nextAt: "2026-12-01T20:30:00Z",
  error: null,
  events: 2,
  days: 9,
  clashes: [],
  createdAt: "2026-11-01T20:00:00Z",
};
const shown = (changes: Partial<CarFeed> = {}) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <FeedItem carId="7" feed={{ ...feed, ...changes }} />
    </QueryClientProvider>,
  ).replaceAll("\u202f", " ");

it("a followed calendar says when it is read next, on Los Angeles's clocks", () => {
  expect(shown()).toContain("Next reading: Dec 1, 2026, 12:30 PM");
});

it("a failing calendar says when it is tried again, once", () => {
  const error = { code: "http_status", message: "It answered 404.", since: "2026-11-30T20:00:00Z" } as const;
  const html = shown({ error, nextAt: "2026-12-02T02:00:00Z" });
  expect(html).toContain("Next try: Dec 1, 2026, 6:00 PM.");
  expect(html).not.toContain("Next reading");
});
