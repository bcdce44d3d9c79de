import { useEffect, useState } from "react";
import { applyToHost, getHostApplication, type HostApplicationState } from "#contract/hosting.ts";
import { api } from "#web/api.ts";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";
import { useSession } from "#web/session/use-session.ts";

const read = () => api(getHostApplication);

/** The state of a signed-in user's application to host, and a function to apply. */
export function useHostApplication() {
  const session = useSession();
  const isSignedIn = session?.isWhole === true;
  const id = isSignedIn ? session.id : "";
  const [application, setApplication] = useState<HostApplicationState>();
  const [failure, setFailure] = useState("");
  const [isSending, setSending] = useState(false);

  useEffect(() => {
    let isGone = false;
    setApplication(undefined);
    if (id)
      read().then(
        (found) => !isGone && setApplication(found),
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [id]);

  const apply = async () => {
    if (isSending) return;
    setSending(true);
    setFailure("");
    try {
      setApplication(await api(applyToHost));
    } catch (error) {
      if (failureCode(error) !== "application_pending") setFailure(sessionErrorWords(error));
      await read().then(setApplication, () => undefined);
    }
    setSending(false);
  };

  return { isSignedIn, application, failure, isSending, apply };
}
