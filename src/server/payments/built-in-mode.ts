import type { Config } from "#server/config.ts";
import type { BuiltIn } from "./payment-mode.ts";

/** Nothing is charged by machine: renters read how to pay, and an administrator records what came in. */
export const builtInMode = ({ paymentInstructions }: Pick<Config, "paymentInstructions">): BuiltIn => ({
  kind: "built_in",
  instructions: (language) => paymentInstructions?.[language],
});
