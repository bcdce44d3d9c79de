import type { Language } from "#domain/languages.ts";
import type { Config } from "#server/config.ts";

/** Nothing is charged by machine: renters read how to pay, and an administrator records what came in. */
export const builtInMode = ({ paymentInstructions }: Pick<Config, "paymentInstructions">) => ({
  kind: "built_in" as const,
  /** How to pay, in the owner's words; undefined where the owner has written none. */
  instructions: (language: Language): string | undefined => paymentInstructions?.[language],
});
