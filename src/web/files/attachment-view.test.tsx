// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Attachment } from "#contract/conversations.ts";
import { AttachmentView } from "./attachment-view.tsx";

let root: Root;
let host: HTMLElement;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

function show(attachment: Attachment, isChoice = false): void {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(["api", "uploads", attachment.id], "data:,x");
  act(() =>
    root.render(
      <QueryClientProvider client={client}>
        <label>
          <input type="checkbox" />
          <AttachmentView attachment={attachment} isChoice={isChoice} />
        </label>
      </QueryClientProvider>,
    ),
  );
}

test.each([
  ["image", "door.webp"],
  ["pdf", "Insurance.pdf"],
] as const)("a file of kind %s is saved under the name from the server: %s", (kind, name) => {
  show({ id: "1", kind, name, bytes: 1 });
  expect(host.querySelector("a")?.getAttribute("download")).toBe(name);
});

test("a click on a picture that can be evidence chooses it without saving it", () => {
  show({ id: "1", kind: "image", name: "door.webp", bytes: 1 }, true);
  act(() => host.querySelector("img")?.click());
  expect(host.querySelector("a")).toBeNull();
  expect(host.querySelector("input")?.checked).toBe(true);
});
