/**
 * The page's only script until a person does something. It stands in the document as it is here, so it is plain, small and
 * older JavaScript. The page works without the application: links, GET forms and POST forms are the browser's own. With the
 * first pointer, touch, key or focus the application is loaded; a POST that is sent before it is there waits for it, at
 * most four seconds, so that nobody gets the plain answer only for being quick. So does a form that lacks something: the
 * page's own words say what, not a bubble in the browser's language. What waited goes a moment after the application is
 * there: by then its forms have put the browser's own checks aside. A dialog that opens takes the focus by itself:
 * that is nobody doing something. Cars that wait with their layout while the page comes (`data-coming`) are laid out
 * afterwards, four at a time, so that nobody's tap waits for all of them.
 */
export const bootScript = `(function(d,w){
var started=0,ready=0,held,signs=["pointermove","pointerdown","touchstart","keydown","focusin"];
function start(e){if(started||e&&e.type==="focusin"&&e.target.closest("dialog"))return;started=1;
signs.forEach(function(n){d.removeEventListener(n,start,true)});
d.querySelectorAll("link[data-app]").forEach(function(l){l.rel="modulepreload"});
var s=d.createElement("script");s.type="module";s.textContent=d.getElementById("app").textContent;d.body.appendChild(s)}
function send(){var h=held;held=0;if(h){if(h[1]&&h[1].isConnected)h[0].requestSubmit(h[1]);else h[0].requestSubmit()}}
function wait(f,b){start();if(held)return;held=[f,b];setTimeout(function(){if(!ready){ready=1;send()}},4000)}
d.addEventListener("submit",function(e){var f=e.target;if(ready||f.method!=="post"||held===0)return;
e.preventDefault();wait(f,e.submitter)},true);
d.addEventListener("invalid",function(e){if(ready||held===0||!e.target.form)return;e.preventDefault();wait(e.target.form)},true);
w.addEventListener("longbay:ready",function(){ready=1;setTimeout(send)},{once:true});
signs.forEach(function(n){d.addEventListener(n,start,{capture:true,passive:true})});
var cars=d.querySelectorAll(".car"),come=0;
function next(){(w.requestIdleCallback||setTimeout)(function(){for(var n=4;n--&&come<cars.length;come++)cars[come].setAttribute("data-here","");
if(come<cars.length)requestAnimationFrame(next);else d.documentElement.removeAttribute("data-coming")})}
w.addEventListener("load",next);
})(document,window)`;
