import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { ConditionFrame } from "./condition-frame.tsx";
import { conditionQuery, orderPageOf } from "./queries.ts";
import { RecordMaker } from "./record-maker.tsx";

export const meta = () => pageMeta({ title: m.condition_start_title() });

/** The handover: how the car is before it is driven off. */
export default function TripStartPage() {
  const { tripId = "" } = useParams();
  const query = useQuery(conditionQuery(tripId));
  const navigate = useNavigate();
  const isFirst = query.data?.status === "confirmed";
  return (
    <ConditionFrame orderId={tripId} query={query} title={m.condition_start_title()}>
      {(state) =>
        state.open.includes("pickup") ? (
          <>
            <p className="muted">
              {state.reader === "renter" ? m.condition_start_lead() : m.condition_start_lead_admin()}
            </p>
            <p className="muted">{m.condition_photos_lead()}</p>
            <RecordMaker
              orderId={tripId}
              kind="pickup"
              state={state}
              finish={isFirst ? m.condition_finish_pickup() : m.condition_finish_added()}
              onFinished={({ by }) => {
                toast(
                  by === "renter"
                    ? { title: m.condition_started_toast(), description: m.condition_started_toast_text() }
                    : {
                        title: m.condition_started_toast_admin(),
                        description: m.condition_started_toast_text_admin(),
                      },
                );
                void navigate(orderPageOf(by, tripId));
              }}
            />
          </>
        ) : (
          <Notice>{m.condition_not_now()}</Notice>
        )
      }
    </ConditionFrame>
  );
}
