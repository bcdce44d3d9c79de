// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import type { Message } from "#contract/conversations.ts";
import { Thread } from "./thread.tsx";

const own: Message = {
  id: "0c7e2b5a-6d0c-4f4e-9d53-0f6f4a3f1c11",
  number: 1,
  side: "admin",
  author: "Ann",
  isOwn: true,
  isInternal: false,
  isQuoted: false,
  canTranslate: false,
  text: "Please send the papers",
  language: "en",
  attachments: [],
  createdAt: "2026-11-01T00:00:00Z",
};

test("a thread with messages only from our side is also marked as read", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const read: unknown[] = [];
  vi.stubGlobal("fetch", (_path: string, init?: { method?: string; body?: string }) => {
    if (init?.method === "PUT") read.push(JSON.parse(init.body ?? ""));
    const body = init?.method === "PUT" ? { unread: 0 } : [own];
    return Promise.resolve(
      new Response(JSON.stringify(body), { headers: { "content-type": "application/json" } }),
    );
  });
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Thread
          id={own.id}
          side="admin"
          readByOther={0}
          outgoing={[]}
          onRetry={() => undefined}
          onDrop={() => undefined}
        />
      </QueryClientProvider>,
    ),
  );
  await vi.waitFor(() => expect(read).toEqual([{ number: 1 }]), { timeout: 20_000 });
  act(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});
