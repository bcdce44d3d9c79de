import { expect, it } from "vitest";
import { paymentMethods } from "#domain/booking/payment-methods.ts";
import { paymentProviders, providerOf, providerRow } from "./providers.ts";

it("a method is paid at the first provider that takes it, and never at another", () => {
  expect(paymentMethods.map((method) => providerOf(method))).toEqual(["stripe", "paypal"]);
  expect(paymentMethods.map((method) => providerOf(method, ["paypal"]))).toEqual([undefined, "paypal"]);
  for (const provider of paymentProviders)
    expect(providerOf(providerRow(provider).method, [provider])).toBe(provider);
});
