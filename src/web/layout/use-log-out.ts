import { useNavigate } from "react-router";
import { whileSigningOut } from "#web/session/signing-out.ts";

/** Logs out here, or everywhere, says so, and goes home. The code for this is loaded when somebody logs out. */
export function useLogOut(): (scope?: "local" | "global") => Promise<void> {
  const navigate = useNavigate();
  return (scope) =>
    whileSigningOut(async () => {
      const { signOut } = await import("#web/session/sign-out.ts");
      await signOut(scope);
      await navigate("/");
    });
}
