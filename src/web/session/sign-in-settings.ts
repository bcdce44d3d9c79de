import { embeddedSignIn, type SignInSettings } from "#web/site-settings.ts";

/**
 * The name of the document's meta element that holds the settings, so that they are known before the
 * application is.
 */
export const signInMeta = "longbay-sign-in";

/** Browser only: what the document says, with a whole address and no slash at its end. */
export function signInSettings(): SignInSettings {
  const said = document.querySelector<HTMLMetaElement>(`meta[name="${signInMeta}"]`)?.content;
  const settings = { ...embeddedSignIn, ...(said ? (JSON.parse(said) as Partial<SignInSettings>) : {}) };
  return { ...settings, url: new URL(settings.url, location.origin).href.replace(/\/$/, "") };
}
