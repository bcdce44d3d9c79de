import { describe, expect, it } from "vitest";
import { checkChain, type SealedRecord, textToSeal } from "./chain.ts";
import { conditionSlots } from "./condition.ts";

/** Stands for a hash: a different text gives a different seal. */
const sealOf = (record: SealedRecord): string => `#${textToSeal(record)}`;
const slots = { front: "a", back: "b", interior: "c", odometer: "d" };

function recordOf(place: number, sealBefore: string): SealedRecord {
  const images = conditionSlots.map((slot) => ({
    slot,
    uploadHash: `up ${slot}`,
    storedHash: slots[slot],
    takenAt: null,
    uploadedAt: "2026-11-22T10:00:00.000Z",
  }));
  const [startedAt, finishedAt] = ["2026-11-22T09:00:00.000Z", "2026-11-22T11:00:00.000Z"];
  return {
    id: `r${place}`,
    orderId: "o",
    place,
    kind: place === 1 ? "pickup" : "return",
    stretch: 1,
    side: "renter",
    madeBy: "m",
    odometer: 100 * place,
    fuelEighths: 8,
    remark: "",
    startedAt,
    finishedAt,
    images,
    sealBefore,
  };
}

function chainOf(length: number) {
  const records: SealedRecord[] = [];
  for (let place = 1; place <= length; place++) {
    const before = records.at(-1);
    records.push(recordOf(place, before ? sealOf(before) : ""));
  }
  const kept = records.map((record) => ({
    record,
    seal: sealOf(record),
    sealNow: sealOf(record),
    stored: slots,
  }));
  return { kept, witnesses: kept.map(({ record: { id, place }, seal }) => ({ recordId: id, place, seal })) };
}

describe("the chain of condition records", () => {
  it("a chain of unchanged records has no errors, with and without witnesses", () => {
    for (const length of [0, 1, 2, 7]) {
      const { kept, witnesses } = chainOf(length);
      expect(checkChain(kept, witnesses)).toEqual([]);
      expect(checkChain(kept, [])).toEqual([]);
    }
  });

  it("the check of the chain names each changed field, even when the record was sealed again", () => {
    const { kept, witnesses } = chainOf(3);
    const changes: Partial<SealedRecord>[] = [
      { odometer: 1 },
      { fuelEighths: 1 },
      { remark: "x" },
      { kind: "pickup" },
      { side: "longbay" },
      { madeBy: "n" },
      { startedAt: "2026-11-22T09:00:01.000Z" },
      { finishedAt: "2026-11-22T11:00:01.000Z" },
      { images: [] },
      { orderId: "p" },
    ];
    for (const change of changes) {
      const record = { ...recordOf(2, kept[1]?.record.sealBefore ?? ""), ...change };
      const altered = kept.map((each, at) =>
        at === 1 ? { ...each, record, sealNow: sealOf(record) } : each,
      );
      expect(checkChain(altered, witnesses)[0]).toEqual({ what: "record_altered", recordId: "r2", place: 2 });
      const resealed = altered.map((each, at) => (at === 1 ? { ...each, seal: sealOf(record) } : each));
      expect(checkChain(resealed, witnesses)[0]?.what).toBe("record_altered");
      // Without a witness, the next record's seal still shows the change.
      expect(checkChain(resealed, []).map(({ what, recordId }) => `${what} ${recordId}`)).toContain(
        "record_moved r3",
      );
    }
  });

  it("a record is sealed as the same text for any order of its images", () => {
    const record = recordOf(1, "");
    expect(textToSeal({ ...record, images: record.images.toReversed() })).toBe(textToSeal(record));
  });
});
