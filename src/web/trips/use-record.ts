import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import {
  beginConditionRecord,
  type ConditionRecord,
  finishConditionRecord,
  type listConditionRecords,
} from "#contract/trips.ts";
import type { Answer } from "#contract/endpoint.ts";
import {
  type ConditionKind,
  conditionSlots,
  pickupReadingAbove,
  readMiles,
} from "#domain/trips/condition.ts";
import { api, ApiError } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { visitDrafts } from "#web/session/drafts.ts";
import { conditionQuery } from "./queries.ts";

export type ConditionState = Answer<typeof listConditionRecords>;

export type RecordProps = {
  orderId: string;
  kind: ConditionKind;
  state: ConditionState;
  /** The number of the rental's part with the car, if it isn't the car of the next record. */
  stretch?: number | undefined;
  /** The rental's quoted total after the early return that goes with this record. */
  earlyTotal?: string | undefined;
  /** Called when the total has risen since: a new quote is needed. */
  onPriceMoved?: (() => void) | undefined;
  onFinished: (record: ConditionRecord) => void;
};

/** The typed fields of a record. `reason` says why an administrator hands over although something is missing. */
type RecordFields = {
  odometer: string;
  /** Undefined until somebody says what the gauge shows: a record is sealed with nothing that nobody read. */
  fuel: number | undefined;
  remark: string;
  reason: string;
  lowReading: string;
};

/**
 * A record that is being made. Photos are sent as they are taken. Typed text is kept for the visit, because a
 * phone may drop the page while its camera is open.
 */
export function useRecord({
  orderId,
  kind,
  state,
  stretch: named,
  earlyTotal,
  onPriceMoved,
  onFinished,
}: RecordProps) {
  const cache = useQueryClient();
  const stretch = named ?? state.stretchOf[kind];
  const begun = state.records.find(
    (record) => record.kind === kind && record.stretch === stretch && !record.finishedAt,
  );
  const { keep, record } = useBegun({ orderId, kind, named, begun });
  const key = `record ${orderId} ${kind} ${stretch}`;
  const [typed, setTyped] = useState<RecordFields>(() => ({
    odometer: begun?.odometer?.toString() ?? "",
    fuel: begun?.fuelEighths ?? undefined,
    remark: begun?.remark ?? "",
    reason: "",
    lowReading: "",
    ...(visitDrafts.read(key) as Partial<RecordFields> | undefined),
  }));
  const [isAsked, setAsked] = useState(false);
  const change = (changed: Partial<RecordFields>) => {
    const next = { ...typed, ...changed };
    setTyped(next);
    visitDrafts.keep(key, next);
  };

  const missing = conditionSlots.filter((slot) => !begun?.images.some((image) => image.slot === slot));
  const miles = readMiles(typed.odometer);
  const above = kind === "return" ? pickupAbove(state, { miles, stretch }) : undefined;
  const isUnexplained = above !== undefined && typed.lowReading.trim() === "";
  const needed = kind === "pickup" && state.status === "confirmed" ? state.lacks : [];
  const isReady = needed.length === 0 || (state.mayOverride && typed.reason.trim() !== "");

  const finishing = useMutation({
    mutationFn: async () =>
      api(finishConditionRecord, {
        params: { id: orderId, recordId: await record() },
        body: {
          odometer: miles,
          fuelEighths: typed.fuel,
          remark: typed.remark,
          ...(needed.length > 0 && { overrideReason: typed.reason }),
          ...(above !== undefined && { lowReading: typed.lowReading }),
          ...(earlyTotal !== undefined && { earlyReturn: { expectedTotal: earlyTotal } }),
        },
      }),
    onSuccess: (made) => {
      visitDrafts.keep(key, undefined);
      void makeStale(cache, "order");
      onFinished(made);
    },
    onError: (error) => {
      if (hasPriceMoved(error)) onPriceMoved?.();
      void makeStale(cache, "order");
    },
  });

  const send = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    const lacksReading = miles === undefined || typed.fuel === undefined;
    if (missing.length > 0 || lacksReading || isUnexplained || !isReady || finishing.isPending) return;
    finishing.mutate();
  };
  const problems = {
    odometer: isAsked && miles === undefined,
    fuel: isAsked && typed.fuel === undefined,
    lowReading: isAsked && isUnexplained,
    photos: isAsked ? missing : [],
  };
  return { begun, record, keep, typed, change, miles, above, needed, isReady, problems, finishing, send };
}

const pickupAbove = (
  { records }: ConditionState,
  { miles, stretch }: { miles: number | undefined; stretch: number },
): number | undefined =>
  miles === undefined
    ? undefined
    : pickupReadingAbove(
        records.filter(({ finishedAt }) => finishedAt),
        { odometer: miles, stretch },
      );

const hasPriceMoved = (error: Error): boolean =>
  error instanceof ApiError && error.body?.fields?.expectedTotal !== undefined;

/**
 * The records with a new answer about one of them. Photos are sent side by side, and each answer knows only those that
 * had arrived by then: a photo that another answer has shown stays.
 */
export function withRecord(records: readonly ConditionRecord[], record: ConditionRecord): ConditionRecord[] {
  const before = records.find(({ id }) => id === record.id);
  const others = (before?.images ?? []).filter(
    ({ slot }) => !record.images.some((image) => image.slot === slot),
  );
  return [
    ...records.filter(({ id }) => id !== record.id),
    { ...record, images: [...record.images, ...others] },
  ];
}

type RecordPlace = {
  orderId: string;
  kind: ConditionKind;
  named: number | undefined;
  begun: ConditionRecord | undefined;
};

/** The record on the server: begun once there is something to keep, and shown as it is there. */
function useBegun({ orderId, kind, named, begun }: RecordPlace) {
  const cache = useQueryClient();
  const beginning = useRef<Promise<string>>(undefined);
  const keep = (record: ConditionRecord) =>
    cache.setQueryData(
      conditionQuery(orderId).queryKey,
      (known) =>
        known && {
          ...known,
          records: withRecord(known.records, record),
        },
    );
  /** One record for all four photos, even if several are sent at once; after a failure it is requested again. */
  const record = (): Promise<string> => {
    if (begun) return Promise.resolve(begun.id);
    const body = { kind, ...(named !== undefined && { stretch: named }) };
    beginning.current ??= api(beginConditionRecord, { params: { id: orderId }, body }).then(
      (made) => {
        keep(made);
        return made.id;
      },
      (error: unknown) => {
        beginning.current = undefined;
        throw error;
      },
    );
    return beginning.current;
  };
  return { keep, record };
}
