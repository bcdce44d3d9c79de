import type { Holder } from "#domain/people/permissions.ts";
import type { Services } from "#server/services.ts";

/** Whose a stream is, as they were when it was opened. */
export type Watched = {
  account: Holder & { id: string };
  sessionId: string;
  token: string;
  /** Milliseconds since 1970 at which the token ends. */
  expiresAt: number;
  end: () => void;
};

/** Milliseconds between two looks: a stream ends within five seconds of what ends it. */
const pace = 2500;

type Rights = Holder & { id: string; isSuspended: boolean };

const rightsText = `
  select id, role, permissions, suspended_at is not null as "isSuspended" from accounts where id = any($1)`;

/**
 * Ends the streams of those who have signed out, were suspended, or hold other rights than when they opened
 * it: who still may opens another.
 */
export function keepWatch(
  { database, signIn, log }: Pick<Services, "database" | "signIn" | "log">,
  streams: ReadonlySet<Watched>,
): { stop: () => void } {
  async function look(): Promise<void> {
    const watched = [...streams];
    if (watched.length === 0) return;
    const accountIds = [...new Set(watched.map(({ account }) => account.id))];
    const [rows, open] = await Promise.all([
      database.rows<Rights>(rightsText, [accountIds], "rights-of-streams"),
      signIn.stillSignedIn(watched),
    ]);
    const rights = new Map(rows.map((row) => [row.id, row]));
    const now = Date.now();
    for (const stream of watched) {
      const held = rights.get(stream.account.id);
      const isSame = held && !held.isSuspended && rightsOf(held) === rightsOf(stream.account);
      if (!isSame || !open.has(stream.sessionId) || stream.expiresAt <= now) stream.end();
    }
  }

  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => log.warn({ err: error }, "open streams could not be checked"))
      .finally(() => (isLooking = false));
  }, pace).unref();
  return { stop: () => clearInterval(timer) };
}

const rightsOf = ({ role, permissions }: Holder): string => [role, ...permissions].join(" ");
