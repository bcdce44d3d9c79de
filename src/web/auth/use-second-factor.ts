import { useEffect, useRef, useState } from "react";
import { authClient } from "#web/session/auth-client.ts";

export type KnownFactor = { id: string; kind: "totp" | "phone"; name: string };
export type Way = "totp" | "phone" | "recovery";

/** The verified factors of a user who has given their password, and the ways to verify one. */
export function useSecondFactor() {
  const search = useRef<ReturnType<typeof findFactors>>(undefined);
  const [factors, setFactors] = useState<KnownFactor[]>();
  const [email, setEmail] = useState("");
  const [failure, setFailure] = useState<unknown>();
  const [challengeId, setChallengeId] = useState("");

  useEffect(() => {
    search.current = findFactors();
    void search.current.then(
      (found) => {
        setFactors(found.factors);
        setEmail(found.email);
      },
      (error: unknown) => setFailure(error),
    );
  }, []);

  /** The user's factors, also for a user who sends the form before the factors have loaded. */
  const awaitFactors = async (): Promise<KnownFactor[]> => (await search.current)?.factors ?? [];

  /** Sends the code to the phone. */
  const sendToPhone = async (factorId: string) => {
    const { data, error } = await (await authClient()).mfa.challenge({ factorId, channel: "sms" });
    if (error) throw error;
    setChallengeId(data.id);
  };

  /** A recovery code is sent in the same way as an authenticator's six digits. */
  const verifyCode = async (way: Way, factorId: string, code: string) => {
    const { mfa } = await authClient();
    const { error } =
      way === "phone"
        ? await mfa.verify({ factorId, challengeId, code })
        : await mfa.challengeAndVerify({ factorId, code });
    if (error) throw error;
  };

  return {
    factors,
    email,
    failure,
    isSentToPhone: challengeId !== "",
    awaitFactors,
    sendToPhone,
    verifyCode,
  };
}

async function findFactors(): Promise<{ factors: KnownFactor[]; email: string }> {
  const { data, error } = await (await authClient()).getUser();
  if (error) throw error;
  const verified = (data.user.factors ?? []).filter(({ status }) => status === "verified");
  return {
    email: data.user.email ?? "",
    factors: verified.flatMap(({ id, factor_type, friendly_name }) =>
      factor_type === "totp" || factor_type === "phone"
        ? [{ id, kind: factor_type, name: friendly_name ?? "" }]
        : [],
    ),
  };
}
