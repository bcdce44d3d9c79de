import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { HostCar } from "#contract/host-cars.ts";
import { deleteHostCar, pauseHostCar, resumeHostCar, retireHostCar } from "#contract/host/cars.ts";
import { isDeletable } from "#domain/cars/listing-states.ts";
import { api, ApiError } from "#web/api.ts";
import { ConfirmDialog } from "#web/ui/dialog/confirm-dialog.tsx";
import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";
import { useToday } from "#web/layout/business.ts";
import { makeStale } from "#web/make-stale.ts";
import { useCarFiles } from "./car-files.tsx";
import { wantedPaper } from "./wanted-paper.ts";

type CarActionsProps = {
  car: HostCar;
  /** Whether the user hosts: only then a paused car can be listed again. */
  mayList: boolean;
  onChanged: (car: HostCar) => void;
};
type Action = "pause" | "resume" | "retire";

const calls = { pause: pauseHostCar, resume: resumeHostCar, retire: retireHostCar } as const;

/** The actions of a host on a whole car. */
export function CarActions({ car, mayList, onChanged }: CarActionsProps) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { isGivenUp } = useCarFiles();
  const [asking, setAsking] = useState<"retire" | "delete">();
  const params = { id: car.id };
  const lacksPaper = wantedPaper(car, useToday()) !== undefined;
  const act = useMutation({
    mutationFn: (action: Action) => api(calls[action], { params }),
    onSuccess: (now) => onChanged(now),
    onSettled: () => setAsking(undefined),
  });
  const remove = useMutation({
    mutationFn: () => api(deleteHostCar, { params }),
    onSuccess: async () => {
      isGivenUp.current = true;
      toast({ title: m.host_deleted() });
      await navigate("/host/cars", { replace: true });
      await makeStale(cache, "car");
    },
    onSettled: () => setAsking(undefined),
  });
  const error = act.error ?? remove.error;
  const button = (action: Action, words: string) => (
    <button
      className="btn btn-secondary btn-sm"
      type="button"
      aria-busy={(act.isPending && act.variables === action) || undefined}
      onClick={() => !act.isPending && act.mutate(action)}
    >
      {words}
    </button>
  );

  return (
    <>
      {error && (
        <Notice kind="bad" isAlert>
          {actionErrorWords(error)}
        </Notice>
      )}
      <div className="acts">
        {car.state === "listed" && button("pause", m.host_pause())}
        {car.state === "paused" && mayList && !lacksPaper && button("resume", m.host_resume())}
        {(car.state === "listed" || car.state === "paused") && (
          <button className="btn btn-quiet btn-sm" type="button" onClick={() => setAsking("retire")}>
            {m.host_retire()}
          </button>
        )}
        {isDeletable(car.state) && (
          <button className="btn btn-quiet btn-sm" type="button" onClick={() => setAsking("delete")}>
            {car.state === "draft" ? m.host_delete_draft() : m.host_delete()}
          </button>
        )}
      </div>
      {asking === "retire" && (
        <ConfirmDialog
          title={m.host_retire_title()}
          confirm={m.host_retire()}
          isBusy={act.isPending}
          onConfirm={() => act.mutate("retire")}
          onClose={() => setAsking(undefined)}
        >
          <p>{m.host_retire_text()}</p>
        </ConfirmDialog>
      )}
      {asking === "delete" && (
        <ConfirmDialog
          title={m.host_delete_title()}
          confirm={car.state === "draft" ? m.host_delete_draft() : m.host_delete()}
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(undefined)}
        >
          <p>{m.host_delete_text()}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const words: Record<string, () => string> = {
  car_incomplete: m.host_resume_incomplete,
  car_has_open_orders: m.host_open_orders,
  car_not_in_state: m.host_save_state,
  host_not_approved: m.host_not_approved,
};
const actionErrorWords = (error: Error): string =>
  (error instanceof ApiError && words[failureCode(error)]?.()) || sessionErrorWords(error);
