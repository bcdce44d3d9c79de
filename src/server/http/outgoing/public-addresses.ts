import { type LookupAddress, lookup as lookUp } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** The IPv6 range of Internet addresses (RFC 4291); all others are reserved, or contain another address. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address is a public Internet address: not of this network, and no cloud's metadata service.
 * Addresses that contain another (IPv4 in IPv6, translators, tunnels) count as private.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast));
}

/** The error of a connection to an address that isn't public. */
export class PrivateAddress extends Error {
  readonly code = "PRIVATE_ADDRESS";
  constructor(host: string) {
    super(`${host} is no address of the public Internet`);
  }
}

/**
 * Looks a name up while connecting, so that the checked address is the one that is used: a name that resolves
 * differently a second later gains nothing. One private address among several refuses them all.
 */
export const publicLookup: LookupFunction = (host, options, done) => {
  lookUp(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const refused =
      error ?? (found.every(({ address }) => isPublicAddress(address)) ? null : new PrivateAddress(host));
    const [first] = found ?? [];
    if (refused || !first) return done(refused ?? new Error(`${host} has no address`), "", 4);
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
};
