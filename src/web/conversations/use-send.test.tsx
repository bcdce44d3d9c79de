// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, useEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSend } from "./use-send.ts";

let root: Root;
const sender: { current?: ReturnType<typeof useSend> } = {};
const fetched = vi.fn<typeof fetch>();

function Sender() {
  const sending = useSend("conversation");
  useEffect(() => {
    sender.current = sending;
  });
  return null;
}
const sending = () => {
  if (!sender.current) throw new Error("Nothing sends");
  return sender.current;
};
const open = () => {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Sender />
      </QueryClientProvider>,
    ),
  );
};
const leave = () => act(() => root.unmount());
const words = () => sending().outgoing.map(({ text, error }) => [text, Boolean(error)]);

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("fetch", fetched);
  fetched.mockReset();
  sessionStorage.clear();
  open();
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

test("a failed message is back when the page opens again, and is sent with the same id", async () => {
  fetched.mockRejectedValueOnce(new TypeError("offline"));
  await act(async () => sending().send("Is it free?"));
  await vi.waitFor(() => expect(words()).toEqual([["Is it free?", true]]));
  const [first] = sending().outgoing;
  leave();
  open();
  expect(words()).toEqual([["Is it free?", true]]);
  expect(sending().outgoing[0]?.id).toBe(first?.id);
  fetched.mockResolvedValueOnce(Response.json({}, { status: 201 }));
  await act(async () => {
    const [unsent] = sending().outgoing;
    if (unsent) sending().retry(unsent);
  });
  await vi.waitFor(() => expect(words()).toEqual([]));
  leave();
  open();
  expect(words()).toEqual([]);
});

test("a message that arrives after the user has left the page is not kept", async () => {
  let arrive: (answer: Response) => void = () => undefined;
  fetched.mockReturnValueOnce(new Promise((done) => (arrive = done)));
  await act(async () => sending().send("Hello"));
  leave();
  arrive(Response.json({}, { status: 201 }));
  await vi.waitFor(() => expect(sessionStorage.getItem("unsent conversation")).toBeNull());
  open();
  expect(words()).toEqual([]);
});

test("a message is sent after the one before it was answered, even if that one failed", async () => {
  const answers: ((answer: Response | Promise<never>) => void)[] = [];
  fetched.mockImplementation(() => new Promise((done) => answers.push(done)));
  await act(async () => {
    sending().send("First");
    sending().send("Second");
    sending().send("Third");
  });
  const texts = () =>
    fetched.mock.calls.map(([, init]) => (JSON.parse(String(init?.body)) as { text: string }).text);
  expect(texts()).toEqual(["First"]);
  await act(async () => answers[0]?.(Promise.reject(new TypeError("offline"))));
  await vi.waitFor(() => expect(texts()).toEqual(["First", "Second"]));
  await act(async () => answers[1]?.(Response.json({}, { status: 201 })));
  await vi.waitFor(() => expect(texts()).toEqual(["First", "Second", "Third"]));
  await act(async () => answers[2]?.(Response.json({}, { status: 201 })));
  await vi.waitFor(() => expect(words()).toEqual([["First", true]]));
});
