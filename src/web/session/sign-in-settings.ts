import { embeddedSignIn, type SignInSettings } from "#web/site-settings.ts";

/**
 * The name of the document's meta element that holds the settings: they are known before the application has
 * loaded.
 */
export const signInMeta = "longbay-sign-in";

/** Browser only: the settings in the document, with an absolute address without a slash at its end. */
export function signInSettings(): SignInSettings {
  const said = document.querySelector<HTMLMetaElement>(`meta[name="${signInMeta}"]`)?.content;
  const settings = { ...embeddedSignIn, ...(said ? (JSON.parse(said) as Partial<SignInSettings>) : {}) };
  return { ...settings, url: new URL(settings.url, location.origin).href.replace(/\/$/, "") };
}
