import { authClient } from "#web/session/auth-client.ts";

/** The address that emails lead back to. It carries the page that the user wanted. */
export const confirmRedirect = (destination: string): string =>
  `${location.origin}/auth/confirm${destination === "/" ? "" : `?${new URLSearchParams({ redirect: destination })}`}`;

/** Sends the email that confirms an address once more. Known and unknown addresses get the same answer. */
export async function resendConfirmation(email: string, destination: string): Promise<void> {
  const client = await authClient();
  const { error } = await client.resend({
    type: "signup",
    email,
    options: { emailRedirectTo: confirmRedirect(destination) },
  });
  if (error) throw error;
}
