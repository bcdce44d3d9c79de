import { expect, it } from "vitest";
import { isPublicAddress, PrivateAddress, publicLookup } from "./public-addresses.ts";

it.each(["8.8.8.8", "1.1.1.1", "203.0.114.7", "2606:4700:4700::1111"])(
  "the address %s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it.each([
  "127.0.0.1",
  "10.1.1.1",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "192.0.0.192",
  "198.18.0.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::7f00:1",
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "fe80::1",
  "fc00::1",
  "fec0::1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "2001:0::1",
  "2001:db8::1",
  "ff02::1",
  "example.com",
  "",
])("the address %s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it("a name that leads to this machine is refused when the connection is made", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  publicLookup("localhost", { all: true }, resolve);
  expect(await promise).toBeInstanceOf(PrivateAddress);
});
