import { dateFormat } from "./date-format.ts";
import type { Language } from "./languages.ts";
import { plainSpaces } from "./local-time.ts";

/** A wall clock's "HH:MM" as it is read: "10:00 AM", in Chinese "10:00". */
export const formatTime = (time: string, language: Language): string =>
  plainSpaces(
    dateFormat(language, { timeZone: "UTC", timeStyle: "short" }).format(Date.parse(`1970-01-01T${time}Z`)),
  );
