// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { keepStream, type LiveEvent } from "./stream.ts";

const pauses = { first: 1, longest: 5, silence: 60, asking: 20, hidden: 1000 };
const encoder = new TextEncoder();
let bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
let received: LiveEvent[] = [];
let gaps = 0;
let stop = () => {};
const answer = (init?: RequestInit) =>
  new Response(
    new ReadableStream<Uint8Array>({
      start(controller) {
        bodies.push(controller);
        init?.signal?.addEventListener("abort", () => controller.error(new Error("aborted")));
      },
    }),
  );
const fetched = vi.fn<typeof fetch>();
const sent = (at: number): Headers => new Headers(fetched.mock.calls[at]?.[1]?.headers);
const write = (at: number, text: string) => bodies[at]?.enqueue(encoder.encode(text));

beforeEach(() => {
  bodies = [];
  received = [];
  gaps = 0;
  fetched.mockReset();
  fetched.mockImplementation((_address, init) => Promise.resolve(answer(init)));
});
afterEach(() => stop());

const begin = (token: string | undefined = "t") => {
  stop = keepStream(
    { onEvents: (events) => received.push(...events), onGap: () => gaps++ },
    { token: () => Promise.resolve(token), fetch: fetched, pauses },
  );
};

test("each event is delivered once, even if its bytes arrive in pieces", async () => {
  begin();
  await vi.waitFor(() => expect(bodies).toHaveLength(1));
  expect(sent(0).get("authorization")).toBe("Bearer t");
  for (const piece of ['id: 7:7:@1\ndata: [{"id":1,"ki', 'nd":"order"}', "]\n\n", "id: 8:8:@2\n\n"])
    write(0, piece);
  await vi.waitFor(() => expect(received).toEqual([{ id: 1, kind: "order" }]));
});

test("a cut stream is reopened from the place where it was cut", async () => {
  begin();
  await vi.waitFor(() => expect(bodies).toHaveLength(1));
  write(0, "id: 7:7:@1\ndata: []\n\n");
  await vi.waitFor(() => expect(gaps).toBeGreaterThan(0));
  bodies[0]?.close();
  await vi.waitFor(() => expect(bodies.length).toBeGreaterThan(1));
  expect([sent(0).get("last-event-id"), sent(1).get("last-event-id")]).toEqual([null, "7:7:@1"]);
});

test("a silent stream is given up and opened again", async () => {
  begin();
  await vi.waitFor(() => expect(bodies.length).toBeGreaterThan(2), { timeout: 5000 });
});

test("everything is read again from time to time while there is no stream", async () => {
  fetched.mockRejectedValue(new TypeError("no network"));
  begin();
  await vi.waitFor(() => expect(gaps).toBeGreaterThan(2), { timeout: 5000 });
  expect(received).toEqual([]);
});

test("everything is read again after a reset", async () => {
  begin();
  await vi.waitFor(() => expect(bodies).toHaveLength(1));
  const before = gaps;
  write(0, "event: reset\nid: 7:7:@1\ndata: []\n\n");
  await vi.waitFor(() => expect(gaps).toBeGreaterThan(before));
});
