// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import type { InboxConversation } from "#contract/admin/conversations.ts";
import { m } from "#web/paraglide/messages.js";
import { Assign } from "./assign.tsx";
import { assigneesQuery } from "./queries.ts";

const [ada, wei] = [
  { id: "0c7e2b5a-6d0c-4f4e-9d53-0f6f4a3f1c11", name: "Ada Moreno" },
  { id: "0c7e2b5a-6d0c-4f4e-9d53-0f6f4a3f1c12", name: "Wei Lin" },
];

test("an administrator who takes a conversation too late sees who has it", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_path: string, { body }: { body?: string } = {}) => {
    if (!body) return Response.json([ada, wei]);
    sent.push(JSON.parse(body));
    return Response.json({ code: "stale", message: "", error: "" }, { status: 412 });
  });
  const client = new QueryClient();
  client.setQueryData(assigneesQuery.queryKey, [ada, wei]);
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  const show = (assignedTo: InboxConversation["assignedTo"]) =>
    act(async () =>
      root.render(
        <QueryClientProvider client={client}>
          <Assign conversation={{ id: "7", assignedTo } as InboxConversation} />
        </QueryClientProvider>,
      ),
    );
  await show(null);
  const select = host.querySelector("select");
  await act(async () => {
    if (select) select.value = wei.id;
    select?.dispatchEvent(new Event("change", { bubbles: true }));
  });
  expect(sent[0]).toEqual({ assignedTo: wei.id, from: null });
  // The inbox is read again, and with it who has the conversation.
  await show(ada);
  await act(async () =>
    vi.waitFor(() =>
      expect(host.querySelector("[role=alert]")?.textContent).toContain(
        m.inbox_assign_stale({ name: ada.name }),
      ),
    ),
  );
  expect(select?.value).toBe(ada.id);
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
