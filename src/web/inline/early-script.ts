/**
 * Runs in the head, before the page is drawn and long before the application, if that comes at all. A loaded
 * picture is marked, so that the blur behind it goes. A language asked for by address is kept; where the kept
 * one differs from the page's, the cookie is set and the page loaded once more: only when the cookie is new,
 * so never in a circle. The way to the other language leads to the address as it is then, with its `#` part
 * and what was chosen since.
 */
export const earlyScript = `!function(d,l,k){d.addEventListener("load",function(e){e=e.target;e.tagName=="IMG"&&e.setAttribute("data-shown","")},!0);
["click","auxclick"].forEach(function(n){addEventListener(n,function(e,a,u){if(a=e.target.closest&&e.target.closest("a[data-language]"))u=new URL(location),u.searchParams.set("lang",a.lang),a.href=u},!0)});
function c(v){d.cookie="language="+v+";path=/;max-age=31536000;samesite=lax"}
function h(v){return d.cookie.indexOf("language="+v)>=0}
try{l=d.documentElement.lang;if(/[?&]lang=(en|zh)(&|$)/.test(location.search))localStorage.language=l,c(l);
else if(k=localStorage.language,(k=="en"||k=="zh")&&k!=l&&!h(k))c(k),h(k)&&location.reload()}catch(e){}}(document)`;
