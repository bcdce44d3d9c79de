import { z } from "zod";
import { minute } from "#domain/durations.ts";

/** How long a sign-in counts as fresh. */
const freshMilliseconds = 10 * minute;
/** Tokens are stamped in whole seconds, and another process's clock may be a moment ahead. */
const clockTolerance = 30_000;

/**
 * Methods that need more than a session: a password that is known, or an email that arrives elsewhere. A thief of
 * the session could add a second factor or a telephone number.
 */
const methodsOfSignIn = new Set(["password", "recovery", "magiclink", "email/signup", "invite"]);

const Methods = z.array(z.object({ method: z.string(), timestamp: z.number() }));

/**
 * When the session last signed in, in milliseconds since 1970; 0 if its methods don't say. `methods` are those of
 * the claim `amr`, with seconds.
 */
export function lastSignIn(methods: unknown): number {
  const read = Methods.safeParse(methods);
  if (!read.success) return 0;
  const times = read.data.flatMap(({ method, timestamp }) =>
    methodsOfSignIn.has(method) ? [timestamp * 1000] : [],
  );
  return Math.max(0, ...times);
}

/** Whether a sign-in was in the last ten minutes. */
export const isFresh = (signedInAt: number, now: number): boolean =>
  signedInAt > now - freshMilliseconds && signedInAt <= now + clockTolerance;
