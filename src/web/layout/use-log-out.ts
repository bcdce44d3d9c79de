import { useNavigate } from "react-router";

/** Logs out, says so, and goes home. What it takes comes when it is asked for. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const { signOut } = await import("#web/session/sign-out.ts");
    await signOut();
    await navigate("/");
  };
}
