import { endpointQuery } from "#web/endpoint-query.ts";
import { queryOptions } from "@tanstack/react-query";
import { quoteReturn } from "#contract/changes.ts";
import { checkConditionRecords, listConditionRecords, putConditionImage } from "#contract/trips.ts";
import type { ConditionSide, ConditionSlot } from "#domain/trips/condition.ts";
import { api, pathOf } from "#web/api.ts";
import { privatePicture } from "#web/private-picture.ts";

/** An order's records, what may be recorded now, and what is missing before a handover. */
export const conditionQuery = (orderId: string) =>
  endpointQuery(listConditionRecords, { params: { id: orderId } });

/** The address of an order's page for this reader of its records. */
export const orderPageOf = (reader: ConditionSide, orderId: string): string => {
  if (reader === "renter") return `/dashboard/trips/${orderId}`;
  return reader === "host" ? `/host/trips/${orderId}` : `/admin/order-management?order=${orderId}`;
};

/** The cost and the refund of returning the car now. It is fetched each time: the price changes each day. */
export const returnQuoteQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...conditionQuery(orderId).queryKey, "return-quote"],
    queryFn: () => api(quoteReturn, { params: { id: orderId } }),
    gcTime: 0,
  });

/** Whether an order's condition records are as they were sealed. Another `count` asks again. */
export const conditionCheckQuery = (orderId: string, count: number) =>
  queryOptions({
    queryKey: ["api", "condition-check", orderId, count],
    queryFn: () => api(checkConditionRecords, { params: { id: orderId } }),
    staleTime: Infinity,
  });

export type ImagePlace = { orderId: string; recordId: string; slot: ConditionSlot };

export const imageAddress = ({ orderId, recordId, slot }: ImagePlace): string =>
  pathOf(putConditionImage, { id: orderId, recordId, slot });

/** `hash` distinguishes an image from the one that it replaced. */
export const conditionImageQuery = (place: ImagePlace, hash: string) =>
  queryOptions({
    queryKey: ["api", "condition-image", place.recordId, place.slot, hash],
    queryFn: () => privatePicture(imageAddress(place)),
    gcTime: 0,
    staleTime: Infinity,
  });
