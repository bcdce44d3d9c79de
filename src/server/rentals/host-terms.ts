import type { Config } from "#server/config.ts";

type OwnedCar = { hostId: string | null };
export type HostTerms = { hostId: string | null; hostSharePercent: number | null };

/** The host of an order's car and their share, which the order keeps from now on. */
export const hostTerms = (
  { config }: { config: Pick<Config, "hostShare"> },
  { hostId }: OwnedCar,
): HostTerms => ({
  hostId,
  hostSharePercent: hostId === null ? null : config.hostShare,
});
