import { normalPassword } from "#domain/people/credentials.ts";
import { authClient, type SignInClient } from "./auth-client.ts";
import { failureCode } from "./failure-words.ts";
import { signInSettings } from "./sign-in-settings.ts";

type SignInAnswer = Awaited<ReturnType<SignInClient["signInWithPassword"]>>;

/**
 * Signs in. A hosted project compares passwords byte by byte, so the normal form, in which new passwords are set,
 * is tried before the typed one. The built-in service accepts both.
 */
export async function signInByPassword(
  values: { email: string; password: string },
  asking: Promise<SignInClient> = authClient(),
): Promise<SignInAnswer> {
  const client = await asking;
  const password = normalPassword(values.password);
  if (password === values.password || !signInSettings().isHosted) return client.signInWithPassword(values);
  const answer = await client.signInWithPassword({ ...values, password });
  return failureCode(answer.error) === "invalid_credentials" ? client.signInWithPassword(values) : answer;
}
