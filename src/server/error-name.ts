/** What may be logged of a provider's error: its kind. Its message may repeat what was sent. */
export const nameOf = (error: unknown): string => {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error && typeof error.code === "string" ? `:${error.code}` : "";
  return `${error.constructor.name}${code}`;
};
