// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { m } from "#web/paraglide/messages.js";
import { currentToast, dismissToast } from "#web/ui/toast.ts";
import VerificationsPage from "./verifications-page.tsx";

const verification = {
  id: "v1",
  version: 1,
  status: "submitted",
  subject: "licence",
  account: { name: "Wei Lin", email: "wei@mail.example" },
  documents: [],
  language: "en",
};

let root: Root;
let page: HTMLElement;
let later: object[];
beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  let isLater = false;
  vi.stubGlobal("fetch", async (_path: string, { method }: { method?: string }) => {
    if (method === "GET") return Response.json(isLater ? later : [verification]);
    isLater = true;
    return Response.json({ code: "verification_changed", message: "", error: "" }, { status: 409 });
  });
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={["/admin/verifications?id=v1"]}>
        <QueryClientProvider client={new QueryClient()}>
          <VerificationsPage />
        </QueryClientProvider>
      </MemoryRouter>,
    ),
  );
  await act(async () => vi.waitUntil(() => page.querySelector("article button")));
  await act(async () => page.querySelector<HTMLButtonElement>("article [aria-expanded]")?.click());
  const words = page.querySelector<HTMLTextAreaElement>("#decline-reason");
  if (words) words.value = "Too dark";
});
const send = () => act(async () => page.querySelector("form")?.requestSubmit());
afterEach(() => {
  act(() => root.unmount());
  page.remove();
  const shown = currentToast();
  if (shown) dismissToast(shown.id);
  vi.unstubAllGlobals();
});

test("a typed reason to decline a paper stays when its owner has changed the paper in the meantime", async () => {
  later = [{ ...verification, version: 2 }];
  await send();
  await act(async () => vi.waitFor(() => expect(page.textContent).toContain(m.admin_papers_changed())));
  expect(page.querySelector<HTMLTextAreaElement>("#decline-reason")?.value).toBe("Too dark");
});

test("a paper that another administrator has decided disappears with a toast", async () => {
  later = [];
  await send();
  await act(async () => vi.waitFor(() => expect(page.querySelector("article")).toBeNull()));
  await vi.waitFor(() => expect(currentToast()?.title).toBe(m.admin_papers_changed()));
});
