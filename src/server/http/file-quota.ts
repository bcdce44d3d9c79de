import { day, secondsIn } from "#domain/durations.ts";
import { Refusal } from "#contract/errors.ts";
import { countUse } from "./limits.ts";
import type { Services } from "#server/services.ts";

/** One account's most files and kilobytes in a day, of cars' pictures and messages together, as sent. */
const mostADay = { files: 300, kilobytes: 1_500_000 };

/** Counts a file before it is worked on. Throws a Refusal if the account has sent its most for the day. */
export async function countFile(
  services: Pick<Services, "config" | "database">,
  accountId: string,
  bytes: number,
): Promise<void> {
  const of = `a day of ${accountId}`;
  const retryAfter = await countUse(services, [
    { key: `files ${of}`, most: mostADay.files, seconds: secondsIn(day) },
    {
      key: `kilobytes ${of}`,
      most: mostADay.kilobytes,
      seconds: secondsIn(day),
      by: Math.ceil(bytes / 1000),
    },
  ]);
  if (retryAfter !== undefined)
    throw new Refusal(
      "files_spent",
      "You have sent as many files as one account may in a day. Please try again tomorrow.",
      { retryAfter },
    );
}
