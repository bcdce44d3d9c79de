import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useNavigate } from "react-router";
import { beginConversation } from "#contract/conversations.ts";
import type { PeopleSide } from "#domain/conversations/conversations.ts";
import type { IncidentKind } from "#domain/trips/incidents.ts";
import { api } from "#web/api.ts";
import { keepDraft, subjectOf } from "./draft-words.ts";
import { ownPages } from "./own-pages.ts";
import { conversationsKey } from "./queries.ts";

type Beginning = {
  to?: "desk" | PeopleSide;
  about?: { orderId: string } | { carId: string } | undefined;
  /** What a renter reports of a rental. */
  report?: IncidentKind | undefined;
  subject: string;
  text: string;
  attachments: string[];
};

/** Begins a conversation on a side and leads to it; the draft of its first words is done with. */
export function useBegin(as: PeopleSide, draft: string) {
  const navigate = useNavigate();
  const client = useQueryClient();
  // The same ids when it is sent again: where it had arrived after all, it is there once.
  const ids = useRef({ id: crypto.randomUUID(), messageId: crypto.randomUUID() });
  return useMutation({
    mutationFn: ({ to, about, report, subject, text, attachments }: Beginning) =>
      api(beginConversation, {
        body: {
          id: ids.current.id,
          as,
          ...(to && { to }),
          ...(about && { about }),
          ...(report && { report }),
          subject,
          message: { id: ids.current.messageId, text, attachments },
        },
      }),
    onSuccess: async ({ id }) => {
      for (const part of [draft, subjectOf(draft)]) keepDraft(part, "");
      await client.invalidateQueries({ queryKey: conversationsKey });
      await navigate(`${ownPages[as]}/${id}`, { replace: true });
    },
  });
}
