import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { beginConversation } from "#contract/conversations.ts";
import type { PeopleSide } from "#domain/conversations/conversations.ts";
import type { IncidentKind } from "#domain/trips/incidents.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { useIdFor } from "#web/ui/form/use-id-for.ts";
import { keepDraft, subjectOf } from "./draft-words.ts";
import { ownPages } from "./own-pages.ts";

type NewConversation = {
  to?: "admin" | PeopleSide;
  about?: { orderId: string } | { carId: string } | undefined;
  /** The kind of incident that a renter reports about a rental. */
  report?: IncidentKind | undefined;
  subject: string;
  text: string;
  attachments: string[];
};

/** Begins a conversation on a side, opens it, and deletes the draft of its first message. */
export function useBegin(as: PeopleSide, draft: string) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { idFor } = useIdFor();
  return useMutation({
    mutationFn: (beginning: NewConversation) => {
      const { to, about, report, subject, text, attachments } = beginning;
      const message = { text, attachments };
      return api(beginConversation, {
        body: {
          id: idFor(beginning),
          as,
          ...(to && { to }),
          ...(about && { about }),
          ...(report && { report }),
          subject,
          message: { id: idFor({ ...message, of: idFor(beginning) }), ...message },
        },
      });
    },
    onSuccess: async ({ id }) => {
      for (const part of [draft, subjectOf(draft)]) keepDraft(part, "");
      await makeStale(client, "conversation");
      await navigate(`${ownPages[as]}/${id}`, { replace: true });
    },
  });
}
