import { createHmac } from "node:crypto";
import type { Services } from "#server/services.ts";

/** A part of the services that has the installation's secret. */
export type SecretHolder = Pick<Services, "secret">;

/** A keyed SHA-256: distinguishes two values and reveals neither. */
export const keyedHash = ({ secret }: SecretHolder, text: string): string =>
  createHmac("sha256", secret).update(text).digest("base64url");

/** A caller's network, for limits: as a keyed hash. */
export const clientKey = (services: SecretHolder, address: string): string =>
  keyedHash(services, networkOf(address));

/** A keyed hash of a caller's wider network, which one customer of a provider may have whole. */
export const wideKey = (services: SecretHolder, address: string): string =>
  keyedHash(services, `wide ${wideNetworkOf(address)}`);

/** The /48 of an IPv6 address, in which one customer may have 65,536 networks; an IPv4 address stays whole. */
export const wideNetworkOf = (address: string): string => networkOf(address).split(":").slice(0, 3).join(":");

/** The IPv4 address itself, or the /64 of an IPv6 address: one household has a whole /64. */
export function networkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address.replace(/^::ffff:/, "");
  const [head = "", tail] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(":").filter(Boolean).length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill("0")].slice(0, 4).join(":");
}
