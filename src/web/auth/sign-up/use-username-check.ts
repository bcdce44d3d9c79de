import { useEffect, useRef, useState } from "react";
import { normalUsername, shortestUsername, usernameError } from "#domain/people/credentials.ts";
import { signInSettings } from "#web/session/sign-in-settings.ts";

export type Availability = "available" | "taken" | "unknown";

/** Milliseconds after the last key before the server is asked. */
export const usernameCheckDelay = 500;

/**
 * Whether a user name is free, looked up in the profiles while the user types. An answer that comes late, for
 * another name, is dropped.
 */
export function useUsernameCheck(username: string): Availability {
  const [answer, setAnswer] = useState<{ username: string; availability: Availability }>();
  const wanted = normalUsername(username);
  const isWorthAsking = wanted.length >= shortestUsername && usernameError(wanted) === undefined;
  const asking = useRef<AbortController>(undefined);

  useEffect(() => {
    if (!isWorthAsking) return;
    const timer = setTimeout(async () => {
      const controller = new AbortController();
      asking.current = controller;
      const availability = await askFor(wanted, controller.signal);
      if (!controller.signal.aborted) setAnswer({ username: wanted, availability });
    }, usernameCheckDelay);
    return () => {
      clearTimeout(timer);
      asking.current?.abort();
    };
  }, [wanted, isWorthAsking]);

  return isWorthAsking && answer?.username === wanted ? answer.availability : "unknown";
}

async function askFor(username: string, signal: AbortSignal): Promise<Availability> {
  const { url, key } = signInSettings();
  const query = new URLSearchParams({ select: "username", username: `eq.${username}`, limit: "1" });
  try {
    const answer = await fetch(`${url.replace(/\/auth\/v1$/, "")}/rest/v1/profiles?${query}`, {
      signal,
      headers: { apikey: key, authorization: `Bearer ${key}`, "accept-profile": "public" },
    });
    const found: unknown = await answer.json();
    if (!answer.ok || !Array.isArray(found)) return "unknown";
    return found.length > 0 ? "taken" : "available";
  } catch {
    return "unknown";
  }
}
