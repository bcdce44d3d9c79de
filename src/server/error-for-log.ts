/**
 * What may be logged of an error: not its values. Drizzle's message and PostgreSQL's detail repeat what people
 * typed; Drizzle wraps the driver's error, whose message names what failed.
 */
export function errorForLog(error: Error): Record<string, unknown> {
  const cause = error.cause instanceof Error ? error.cause : error;
  const frames = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  const code = "code" in cause ? cause.code : undefined;
  return { type: cause.name, code, message: cause.message, stack: frames?.join("\n") };
}
