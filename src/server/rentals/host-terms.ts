import type { Config } from "#server/config.ts";

type OwnedCar = { hostId: string | null };
export type HostTerms = { hostId: string | null; hostSharePercent: number | null };

/** Whose the car of an order is, and the share that its host gets: kept with the order from now on. */
export const hostTerms = (
  { config }: { config: Pick<Config, "hostShare"> },
  { hostId }: OwnedCar,
): HostTerms => ({
  hostId,
  hostSharePercent: hostId === null ? null : config.hostShare,
});
