import type { ConditionFindingKind, ConditionSlot, HandoverNeed } from "#domain/trips/condition.ts";
import { ApiError } from "#web/api.ts";
import { isTriedAgain } from "#web/files/is-file-refused.ts";
import { m } from "#web/paraglide/messages.js";
import { addFailureWords, sessionErrorWords } from "#web/session/failure-words.ts";
import { showDate } from "#web/ui/format/show-date.ts";

addFailureWords({
  record_not_possible: m.condition_not_possible,
  handover_lacks: m.condition_handover_lacks,
});

export const slotNames: Record<ConditionSlot, () => string> = {
  front: m.condition_slot_front,
  back: m.condition_slot_back,
  interior: m.condition_slot_interior,
  odometer: m.condition_slot_odometer,
};

export const slotHints: Record<ConditionSlot, () => string> = {
  front: m.condition_hint_front,
  back: m.condition_hint_back,
  interior: m.condition_hint_interior,
  odometer: m.condition_hint_odometer,
};

export const needWords: Record<HandoverNeed, (order: { pickupDate: string }) => string> = {
  pickup_date: ({ pickupDate }) => m.condition_lacks_pickup_date({ date: showDate(pickupDate) }),
  account: () => m.condition_lacks_account(),
  licence: () => m.condition_lacks_licence(),
  insurance_proof: () => m.condition_lacks_insurance_proof(),
  agreement: () => m.condition_lacks_agreement(),
  first_instalment: () => m.condition_lacks_first_instalment(),
};

type Finding = { what: ConditionFindingKind; place: number; slot?: ConditionSlot | undefined };

export function findingWords({ what, place, slot }: Finding): string {
  const at = { place: String(place), slot: slot ? slotNames[slot]() : "" };
  const words: Record<ConditionFindingKind, () => string> = {
    record_altered: () => m.condition_found_record_altered(at),
    record_removed: () => m.condition_found_record_removed(at),
    record_moved: () => m.condition_found_record_moved(at),
    image_altered: () => m.condition_found_image_altered(at),
    image_removed: () => m.condition_found_image_removed(at),
  };
  return words[what]();
}

const imageErrors = new Map<string, () => string>([
  ["empty", m.condition_error_empty],
  ["not_a_picture", m.condition_error_not_a_picture],
  ["broken", m.condition_error_broken],
  ["heic", m.condition_error_heic],
  ["too_many_pixels", m.condition_error_too_many_pixels],
  ["takes_too_long", m.condition_error_takes_too_long],
  ["too_large", m.condition_error_too_large],
]);

/** Why an image was not taken; while it is sent again by itself, that the photo is still here. */
export function imageErrorWords(error: unknown): string {
  if (isTriedAgain(error) || !(error instanceof ApiError)) return m.condition_waiting_network();
  const known = imageErrors.get(error.body?.fields?.file?.code ?? error.body?.code ?? "");
  return known ? known() : sessionErrorWords(error);
}
