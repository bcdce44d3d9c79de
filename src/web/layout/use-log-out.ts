import { useNavigate } from "react-router";

/** Logs out here, or everywhere, says so, and goes home. What it takes comes when it is asked for. */
export function useLogOut(): (scope?: "local" | "global") => Promise<void> {
  const navigate = useNavigate();
  return async (scope) => {
    const { signOut } = await import("#web/session/sign-out.ts");
    await signOut(scope);
    await navigate("/");
  };
}
