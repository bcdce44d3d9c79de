import { sessionEvent, sessionKey } from "./session-names.ts";

/**
 * Runs in the head, before the page is drawn: says on the root element whether somebody is signed in, and
 * writes who into the header, then and whenever that changes. The page is the same for everybody; this is
 * what makes it one's own, with no library and no flash. It follows `readStoredSession`, and a test holds the
 * two together.
 */
export const sessionScript = `!function(d,w,k){
function read(){try{var s=JSON.parse(localStorage.getItem(k)),u=s.user,t=s.access_token,o=u.user_metadata||{},e=u.email||"";
if(typeof t!="string"||!t||!u.id)return;
if((u.factors||[]).some(function(f){return f.status=="verified"})&&JSON.parse(atob(t.split(".")[1].replace(/-/g,"+").replace(/_/g,"/"))).aal!="aal2")return;
function x(v){return typeof v=="string"?v.trim():""}
e=x(e);return{name:x(o.full_name)||x(o.username)||e.split("@")[0],email:e}}catch(e){}}
function tell(){var who=read();d.documentElement.toggleAttribute("data-signed-in",!!who);
d.querySelectorAll("[data-who]").forEach(function(n){n.textContent=who&&who[n.dataset.who]||n.dataset.else||""})}
w.addEventListener("storage",tell);w.addEventListener("${sessionEvent}",tell);tell()
}(document,window,"${sessionKey}")`;

/** Stands right after the header: fills it before it is drawn. */
export const tellSession = `dispatchEvent(new Event("${sessionEvent}"))`;
