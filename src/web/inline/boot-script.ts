/**
 * The page's only script until a person does something. It stands in the document as it is here, so it is
 * plain, small and older JavaScript. The page works without the application: links, GET forms and POST forms
 * are the browser's own.
 *
 * The application's files are fetched when the page is there and the browser has nothing better to do, unless
 * data is dear. It starts with the first sign of a person; a press or a key that is that sign ends first, and
 * is painted first.
 *
 * Until it has taken over, nothing that somebody does is undone, lost or doubled. What the browser does by
 * itself (links, menus, typing, scrolling) it does, and the waking application hears nothing of it. What only
 * the application can do waits for it in turn: presses of buttons that send nothing and of a calendar's days,
 * forms that are posted (or marked `data-hold`), forms that lack something, for which the page has better
 * words than the browser. Fields that were changed say so once more. A form that an address answers, or that
 * acts on a choice (`data-at-once`), waits four seconds at most and is then sent the plain way; one without
 * an address could only be lost, and waits as long as it takes. What waits says so (`aria-busy`).
 *
 * Cars that wait with their layout while the page comes (`data-coming`) are laid out afterwards, four at a
 * time, so that nobody's tap waits for all of them. A dialog that opens takes the focus by itself, and rows
 * of pictures settle: that is nobody doing something.
 */
export const bootScript = `(function(d,w){
var held=d.getElementById("app"),asked=!held,run=asked,down=0,ready=0,plain=0,queue=[],
signs=["pointermove","pointerdown","keydown","focusin","scroll"],each=function(names,add){names.forEach(function(n){add(n)})};
function get(late){d.querySelectorAll("link[data-app]").forEach(function(l){if(late)l.fetchPriority="low";l.rel="modulepreload"})}
function start(){if(run||down)return;run=1;var s=d.createElement("script");s.type="module";s.textContent=held.textContent;d.body.appendChild(s)}
function soon(){if(asked&&!run)requestAnimationFrame(function(){setTimeout(start)})}
function sign(e){if(asked||e&&(e.type=="focusin"&&e.target.closest("dialog")||e.type=="scroll"&&e.target!=d))return;asked=1;
each(signs,function(n){w.removeEventListener(n,sign,true)});get();soon();setTimeout(function(){down=0;soon()},1500)}
function press(e){down=1}
function rest(e){down=0;soon()}
each(["pointerdown","keydown"],function(n){w.addEventListener(n,press,true)});
each(["pointerup","pointercancel","keyup","click"],function(n){w.addEventListener(n,rest,true)});
function busy(b){if(b){b.setAttribute("aria-busy","true");return b}}
function wait(what,on,by){sign();if(!queue.some(function(q){return q[0]==what&&q[1]==on&&what!="click"}))queue.push([what,on,by])}
function send(f,b){if(b&&b.isConnected)f.requestSubmit(b);else f.requestSubmit()}
function later(f,b){setTimeout(function(){if(!ready&&f.isConnected){plain=1;send(f,b)}},4000)}
function stop(e){e.preventDefault();return 1}
function hold(e){var t=e.target,f=t.form||t,b;
if(ready)return;
e.stopPropagation();
if(plain)return;
if(e.type=="click"){b=t.closest("a,button,summary,label,input,select,textarea,[data-day]");if(b&&(b.localName=="button"&&b.type=="button"||b.dataset.day)&&stop(e))wait("click",busy(b))}
else if(e.type=="input"||e.type=="change"){wait("change",t);if(t.hasAttribute("data-at-once"))later(f)}
else if(e.type=="submit"||e.type=="invalid"){b=e.submitter;
if(e.type=="submit"&&f.method!="post"&&!f.hasAttribute("data-hold"))return;
if(stop(e)&&!queue.some(function(q){return q[0]=="submit"})){wait("submit",f,busy(b||f.querySelector("[type=submit]")));if(f.hasAttribute("action"))later(f,b)}}}
each("click auxclick dblclick contextmenu pointerdown pointerup pointercancel mousedown mouseup touchstart touchend touchcancel keydown keypress keyup beforeinput input change submit invalid reset copy cut paste drop".split(" "),function(n){w.addEventListener(n,hold,true)});
function replay(){var q=queue.shift(),n,b;if(!q)return;n=q[1];b=q[0]=="click"?n:q[2];
if(b)b.removeAttribute("aria-busy");
if(n.isConnected&&!plain){if(q[0]=="click")n.click();else if(q[0]=="submit")send(n,b);else each(["input","change"],function(x){n.dispatchEvent(new Event(x,{bubbles:true}))})}
setTimeout(replay)}
w.addEventListener("longbay:ready",function(){ready=1;setTimeout(replay)},{once:true});
if(held)each(signs,function(n){w.addEventListener(n,sign,{capture:true,passive:true})});
var cars=d.querySelectorAll(".car"),come=0;
function next(){idle(function(){for(var n=4;n--&&come<cars.length;come++)cars[come].setAttribute("data-here","");
if(come<cars.length)requestAnimationFrame(next);else{d.documentElement.removeAttribute("data-coming");var c=navigator.connection||{};
if(held&&!c.saveData&&!/2g/.test(c.effectiveType))idle(function(){if(!asked)get(1)})}})}
function idle(f){(w.requestIdleCallback||setTimeout)(f)}
w.addEventListener("load",next);
})(document,window)`;
