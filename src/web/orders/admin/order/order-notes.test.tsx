// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { AdminOrderNotes } from "./order-notes.tsx";

test("a note sent again after a lost answer keeps its id, and a new note gets another", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const sent: { id: string; text: string }[] = [];
  vi.stubGlobal("fetch", async (_path: string, init: { body: string }) => {
    sent.push(JSON.parse(init.body) as { id: string; text: string });
    if (sent.length === 1) throw new TypeError("Failed to fetch");
    return Response.json({}, { status: 201 });
  });
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  const cache = new QueryClient();
  // What is read anew takes its time: no note waits for it.
  vi.spyOn(cache, "invalidateQueries").mockReturnValue(new Promise(() => undefined));
  await act(async () =>
    root.render(
      <QueryClientProvider client={cache}>
        <AdminOrderNotes id="7" notes={[]} />
      </QueryClientProvider>,
    ),
  );
  const write = async (count: number) => {
    const field = host.querySelector("textarea");
    if (field) field.value = "Called back";
    await act(async () => host.querySelector("form")?.requestSubmit());
    await act(async () =>
      vi.waitFor(() => {
        expect(sent).toHaveLength(count);
        expect(host.querySelector("[aria-busy]")).toBeNull();
      }),
    );
  };
  await write(1);
  await write(2);
  expect(host.querySelector("textarea")?.value).toBe("");
  await write(3);
  const [lost, again, later] = sent.map(({ id }) => id);
  expect(lost).toBe(again);
  expect(later).not.toBe(again);
  expect(sent.map(({ text }) => text)).toEqual(["Called back", "Called back", "Called back"]);
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
