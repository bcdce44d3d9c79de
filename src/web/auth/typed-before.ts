import type { RefObject } from "react";
import type { SignInValues, SignUpValues } from "./account-rules.ts";

/**
 * What was typed on these screens, for when they are left and come back to: the other tab, the choice of an
 * account, a forgotten password. In this tab's memory alone, since passwords are among it; only browsers
 * write here.
 */
export const typedBefore: {
  signIn: RefObject<Partial<SignInValues>>;
  signUp: RefObject<Partial<SignUpValues>>;
} = {
  signIn: { current: {} },
  signUp: { current: {} },
};

export function forgetTyped(): void {
  typedBefore.signIn.current = {};
  typedBefore.signUp.current = {};
}
