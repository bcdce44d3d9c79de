/** A form that has just been drawn asks with it for what was typed into it before. */
export const draftEvent = "longbay:draft";
/** Where what was typed is kept: for this tab, until it is closed. */
export const draftKey = "longbay.drafts";

/**
 * Keeps what is typed into every form that is marked with `data-draft`, under that name, and puts it back:
 * after a reload, in the other language, with Back, and where the same form stands on another page. It stands
 * in the head, so it works before the application and without it. Only what differs from what the page was
 * sent with is kept, and never a password, a card, a code that is good once, or anything marked
 * `data-secret`. What the address says wins: on another address only empty fields are filled. A form that is
 * reset has done its work; one that asks its own page again has its words in the address.
 */
export const draftScript = `!function(d,w,k){
function all(){try{return JSON.parse(sessionStorage.getItem(k))||{}}catch(e){return{}}}
function put(a){try{sessionStorage.setItem(k,JSON.stringify(a))}catch(e){}}
function here(){var q=new URLSearchParams(location.search);q.delete("lang");q.sort();return location.pathname+"?"+q}
function fields(f,use){for(var i=0;i<f.elements.length;i++){var e=f.elements[i],t=e.type;
if(!e.name||e.hasAttribute("data-secret")||/^(hidden|password|file|submit|button|reset|image|fieldset|output)$/.test(t)||/password|cc-|one-time/.test(e.autocomplete))continue;
var c=t=="checkbox"||t=="radio",s=e.localName=="select",o=s&&([].filter.call(e.options,function(o){return o.defaultSelected})[0]||e.options[0]);
use(e,c?e.name+"="+e.value:e.name,c?"checked":"value",c?e.defaultChecked:s?o?o.value:"":e.defaultValue)}}
function save(f){var a=all(),n=f.dataset.draft,v={},some;
fields(f,function(e,key,what,was){if(e[what]!==was&&String(e[what]).length<5001){v[key]=e[what];some=1}});
if(some)a[n]={at:here(),v:v};else delete a[n];put(a)}
function forget(f){var a=all();delete a[f.dataset.draft];put(a)}
function back(f,tell){var s=all()[f.dataset.draft],v=s&&s.v;if(!v)return;
fields(f,function(e,key,what,was){if(!Object.prototype.hasOwnProperty.call(v,key)||typeof v[key]!=typeof was||e[what]!==was||was&&s.at!=here())return;
e[what]=v[key];if(tell)e.dispatchEvent(new Event("input",{bubbles:true}))})}
function on(n,use){w.addEventListener(n,function(e){var f=e.target&&(e.target.form||e.target);if(f&&f.dataset&&f.dataset.draft)use(f)},true)}
on("input",save);on("change",save);on("reset",forget);
on("submit",function(f){if(f.method=="get"&&new URL(f.action).pathname==location.pathname)forget(f)});
on("${draftEvent}",function(f){back(f,1)});
d.addEventListener("DOMContentLoaded",function(){d.querySelectorAll("form[data-draft]").forEach(function(f){back(f)})})
}(document,window,"${draftKey}")`;
