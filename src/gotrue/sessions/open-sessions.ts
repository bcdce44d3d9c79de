import { decodeJwt } from "jose";
import type { AuthServices } from "#gotrue/auth-services.ts";
import type { OpenSession } from "#server/auth/sign-in-service.ts";
import { sessionEnd } from "./session-end.ts";

type Row = { id: string; aal: string; began: number; renewed: number; hasVerifiedFactor: boolean };

const openText = `
  select s.id, s.aal, extract(epoch from s.created_at)::float8 * 1000 as began,
    extract(epoch from s.refreshed_at)::float8 * 1000 as renewed,
    exists (select from factors f where f.user_id = u.id and f.status = 'verified') as "hasVerifiedFactor"
  from sessions s join users u on u.id = s.user_id
  where s.id = any($1) and (u.banned_until is null or u.banned_until <= now())`;

/** The sessions that are still open: the rules of `readBearer`, for many tokens that it has already read. */
export async function findOpenSessions(
  services: AuthServices,
  sessions: readonly OpenSession[],
): Promise<Set<string>> {
  const ids = [...new Set(sessions.map(({ sessionId }) => sessionId))];
  const rows = await services.database.rows<Row>(openText, [ids], "open-sessions");
  const found = new Map(rows.map((row) => [row.id, row]));
  const isOpen = ({ sessionId, token }: OpenSession): boolean => {
    const row = found.get(sessionId);
    if (!row) return false;
    const times = { createdAt: new Date(row.began), refreshedAt: new Date(row.renewed) };
    if (sessionEnd(services, times).getTime() <= services.now()) return false;
    return !row.hasVerifiedFactor || (row.aal === "aal2" && decodeJwt(token).aal === "aal2");
  };
  return new Set(sessions.filter(isOpen).map(({ sessionId }) => sessionId));
}
