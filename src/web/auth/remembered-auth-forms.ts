import type { RefObject } from "react";
import type { SignInValues, SignUpValues } from "#web/auth/account-rules.ts";

/**
 * The values typed on these screens, kept for a user who leaves and comes back: from the other tab, the choice of
 * an account, or a forgotten password. They are kept only in this tab's memory, since they include passwords. Only
 * browsers write here.
 */
export const rememberedAuthForms: {
  signIn: RefObject<Partial<SignInValues>>;
  signUp: RefObject<Partial<SignUpValues>>;
} = {
  signIn: { current: {} },
  signUp: { current: {} },
};

export function forgetTyped(): void {
  rememberedAuthForms.signIn.current = {};
  rememberedAuthForms.signUp.current = {};
}
