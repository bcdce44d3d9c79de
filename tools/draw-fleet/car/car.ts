// Draws one car in one view: surfaces from the back to the front, then everything that lies on them.
import type { Paint } from "#domain/cars/paints.ts";
import { camera, fitted } from "../space/camera.ts";
import { flip, range, type Vec3 } from "../space/geometry.ts";
import { fromHex, lacquer } from "../space/light.ts";
import { pen } from "../space/pen.ts";
import type { Style } from "../styles/bodies.ts";
import { buildBody, type Body } from "./body.ts";
import { drawCabinShell } from "./cabin-shell.ts";
import { drawDoorMirror } from "./door-mirror.ts";
import { drawFlank } from "./flank.ts";
import { drawFarWheels, drawGround } from "./ground.ts";
import { drawNose } from "./nose.ts";
import { drawRim } from "./rim.ts";
import type { CarView, Scene } from "./scene.ts";
import { drawLidLines, drawLowerBody } from "./shell.ts";
import { drawTail } from "./tail.ts";
import { drawWheels } from "./wheels.ts";

const WIDTH = 1200;
const HEIGHT = 800;

/** SVG of a car, cut out: car, shadow and a pale spot of floor that vanishes on the light card. */
export function drawCar(style: Style, view: CarView, paint: Paint): string {
  const scene = sceneOf(style, view, paint);
  drawGround(scene);
  drawRim(scene);
  drawFarWheels(scene);
  drawLowerBody(scene);
  drawLidLines(scene);
  if (view === "hero") drawDoorMirror(scene, "far");
  drawCabinShell(scene);
  drawFlank(scene);
  drawWheels(scene);
  const ends = view === "rear" ? [drawNose, drawTail] : [drawTail, drawNose];
  for (const draw of ends) draw(scene);
  drawDoorMirror(scene, "near");
  return scene.pen.svg();
}

function sceneOf(style: Style, view: CarView, paint: Paint): Scene {
  const body = buildBody(style);
  const halfWidth = style.width / 2;
  const box =
    view === "side" ? { width: 1040, height: 470, bottom: 590 } : { width: 1010, height: 540, bottom: 665 };
  const eye = camera({
    eye: eyeFor(view, style.length),
    target: [style.length / 2, 0, view === "side" ? 700 : 600],
    frame: fitted(hullOf(body, style), box, WIDTH),
  });
  const coat = lacquer(fromHex(paint.hex), { metal: paint.metal, rear: view === "rear" });
  const scale = eye.scale([style.length / 2, halfWidth, 600]);
  return {
    view,
    style,
    body,
    camera: eye,
    pen: pen(eye, scale, coat, WIDTH, HEIGHT),
    colour: paint.hex,
    coat,
    halfWidth,
  };
}

function eyeFor(view: CarView, length: number): Vec3 {
  if (view === "side") return [length / 2, 15000, 1050];
  return view === "hero" ? [-5000, 5600, 1650] : [length + 5000, 5600, 1850];
}

/** Points that the picture must hold. */
function hullOf(body: Body, style: Style): Vec3[] {
  const round = range(60, 1, body.way - 1).flatMap((s) => [body.wall(s, 0.5), body.top(s)]);
  return [
    ...round.flatMap((p) => [p, flip(p)]),
    ...range(20).map((u) => body.over(u, 0)),
    [style.frontAxle, style.width / 2, 0],
    [style.rearAxle, style.width / 2, 0],
  ];
}
