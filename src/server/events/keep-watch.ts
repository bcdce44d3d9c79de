import type { RightsHolder } from "#domain/people/permissions.ts";
import type { Services } from "#server/services.ts";

/** The owner of a stream, with the rights at its opening. */
export type WatchedStream = {
  account: RightsHolder & { id: string };
  sessionId: string;
  token: string;
  /** Milliseconds since 1970 at which the token ends. */
  expiresAt: number;
  end: () => void;
};

/** Milliseconds between two checks: a stream ends within five seconds after it must end. */
const pace = 2500;

type Rights = RightsHolder & { id: string; isSuspended: boolean };

const rightsText = `
  select id, role, permissions, suspended_at is not null as "isSuspended" from accounts where id = any($1)`;

type WatchServices = Pick<Services, "database" | "signIn">;

/**
 * The streams whose owners have signed out, were suspended, or have other rights than when they opened the stream.
 * A hosted project is asked about sessions only with `isPatient`: it is another machine, and may take long.
 */
export async function staleAmong<Stream extends WatchedStream>(
  { database, signIn }: WatchServices,
  watched: readonly Stream[],
  isPatient: boolean,
): Promise<Stream[]> {
  if (watched.length === 0) return [];
  const accountIds = [...new Set(watched.map(({ account }) => account.id))];
  const [rows, open] = await Promise.all([
    database.rows<Rights>(rightsText, [accountIds], "rights-of-streams"),
    isPatient || !signIn.web.isHosted ? signIn.stillSignedIn(watched) : undefined,
  ]);
  const rights = new Map(rows.map((row) => [row.id, row]));
  const now = Date.now();
  return watched.filter((stream) => {
    const held = rights.get(stream.account.id);
    const isSame = held && !held.isSuspended && rightsOf(held) === rightsOf(stream.account);
    const isOpen = !open || open.has(stream.sessionId);
    return !isSame || !isOpen || stream.expiresAt <= now;
  });
}

/** Ends stale streams soon, even if there is no event to send. */
export function keepWatch(
  services: WatchServices & Pick<Services, "log">,
  streams: ReadonlySet<WatchedStream>,
): { stop: () => void } {
  async function look(): Promise<void> {
    for (const stream of await staleAmong(services, [...streams], true)) stream.end();
  }

  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    look()
      .catch((error: unknown) => services.log.warn({ err: error }, "open streams could not be checked"))
      .finally(() => (isLooking = false));
  }, pace).unref();
  return { stop: () => clearInterval(timer) };
}

const rightsOf = ({ role, permissions }: RightsHolder): string => [role, ...permissions].join(" ");
