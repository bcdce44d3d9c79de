import {
  type ConditionFindingKind,
  type ConditionKind,
  type ConditionSide,
  type ConditionSlot,
  conditionSlots,
} from "./condition.ts";

/** A record as it is sealed: all that it says, and the seal of the record before it. */
export type SealedRecord = {
  id: string;
  orderId: string;
  /** The record's place among the order's finished records, from 1. */
  place: number;
  kind: ConditionKind;
  /** Which of the order's cars it is about. */
  stretch: number;
  side: ConditionSide;
  madeBy: string;
  odometer: number;
  fuelEighths: number;
  remark: string;
  startedAt: string;
  finishedAt: string;
  images: readonly SealedImage[];
  /** Empty for the first one. */
  sealBefore: string;
};
export type SealedImage = {
  slot: ConditionSlot;
  /** SHA-256 of the uploaded file, and of the stored one, in hexadecimal. */
  uploadHash: string;
  storedHash: string;
  takenAt: string | null;
  uploadedAt: string;
};

/** The text whose SHA-256 is a record's seal: always the same for a record, whatever the order of its fields. */
export function textToSeal(record: SealedRecord): string {
  const images = conditionSlots.flatMap((slot) =>
    record.images
      .filter((image) => image.slot === slot)
      .map((image) => [slot, image.uploadHash, image.storedHash, image.takenAt, image.uploadedAt]),
  );
  // A record of the first car doesn't name the car, as all records before a rental could change its car.
  const isOfFirstCar = record.stretch === 1;
  return JSON.stringify([
    isOfFirstCar ? "condition record 1" : "condition record 2",
    ...(isOfFirstCar ? [] : [record.stretch]),
    record.orderId,
    record.place,
    record.id,
    record.kind,
    record.side,
    record.madeBy,
    record.odometer,
    record.fuelEighths,
    record.remark,
    record.startedAt,
    record.finishedAt,
    images,
    record.sealBefore,
  ]);
}

export type ConditionFinding = {
  what: ConditionFindingKind;
  recordId: string;
  place: number;
  slot?: ConditionSlot;
};

/** What was written down elsewhere when a record was sealed. */
export type Witness = { recordId: string; place: number; seal: string };

type KeptRecord = {
  record: SealedRecord;
  /** The seal that is stored with it. */
  seal: string;
  /** The seal that its text gives now. */
  sealNow: string;
  /** SHA-256 of each file that is stored now: missing where there is none, null where it doesn't open. */
  stored: Partial<Record<ConditionSlot, string | null>>;
};

/**
 * Finds everything in an order's records that differs from its sealed state. `kept` are the stored records, in the
 * order of their places.
 */
export function checkChain(kept: readonly KeptRecord[], witnesses: readonly Witness[]): ConditionFinding[] {
  const known = new Map(kept.map((each) => [each.record.id, each]));
  const removed = witnesses.filter(({ recordId }) => !known.has(recordId));
  return [
    ...removed.map(({ recordId, place }) => ({ what: "record_removed" as const, recordId, place })),
    ...kept.flatMap((each, at) => [
      ...ofRow(each, witnesses),
      ...ofPlace(each, at, kept, removed),
      ...ofFiles(each),
    ]),
  ];
}

function ofRow({ record, seal, sealNow }: KeptRecord, witnesses: readonly Witness[]): ConditionFinding[] {
  const witness = witnesses.find(({ recordId }) => recordId === record.id);
  const isAsSealed = seal === sealNow && (!witness || witness.seal === seal);
  return isAsSealed ? [] : [{ what: "record_altered", recordId: record.id, place: record.place }];
}

/** Checks that a record follows the one before, or a removed one, and holds the seal of the one before. */
function ofPlace(
  { record }: KeptRecord,
  at: number,
  kept: readonly KeptRecord[],
  removed: readonly Witness[],
): ConditionFinding[] {
  const before = kept[at - 1];
  const isAfterGap = removed.some(({ place }) => place === record.place - 1);
  const follows = before ? before.record.place === record.place - 1 : record.place === 1;
  const holds = record.sealBefore === (before?.seal ?? "");
  return isAfterGap || (follows && holds)
    ? []
    : [{ what: "record_moved", recordId: record.id, place: record.place }];
}

function ofFiles({ record, stored }: KeptRecord): ConditionFinding[] {
  const of = (what: ConditionFindingKind, slot: ConditionSlot): ConditionFinding => ({
    what,
    recordId: record.id,
    place: record.place,
    slot,
  });
  return conditionSlots.flatMap((slot) => {
    const image = record.images.find((each) => each.slot === slot);
    if (!image || stored[slot] === undefined) return [of("image_removed", slot)];
    return stored[slot] === image.storedHash ? [] : [of("image_altered", slot)];
  });
}
