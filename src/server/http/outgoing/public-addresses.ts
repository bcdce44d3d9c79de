import { type LookupAddress, lookup as lookUp } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** What of IPv6 has been given out for the Internet (RFC 4291); the rest is kept, or carries another address within. */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address is one of the public Internet: no machine of this house, no neighbour, no cloud's metadata.
 * Addresses that carry another within them (IPv4 in IPv6, translators, tunnels) count as private.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === "unicast" && (parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast));
}

/** What a connection to an address that isn't public ends with. */
export class PrivateAddress extends Error {
  readonly code = "PRIVATE_ADDRESS";
  constructor(host: string) {
    super(`${host} is no address of the public Internet`);
  }
}

/**
 * Looks a name up as the connection is made, so that what was checked is what is connected to: a name that answers
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
