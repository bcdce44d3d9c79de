// Grilles, intakes and vents: holes with real depth.
import { mix, raisedBy, range } from "../space/geometry.ts";
import type { Opening, Points } from "../styles/ends.ts";
import { span, type Placer } from "./ends.ts";
import type { Scene } from "./scene.ts";

/** An opening. Its side walls show between the outer edge and the same edge moved into the car. */
export function drawOpening(scene: Scene, end: Placer, opening: Opening): void {
  const { pen, halfWidth } = scene;
  const { half, rim, rimWidth = 0 } = opening;
  const [z0, z1] = span(half, 1);
  const s0 = end.first / halfWidth || 0.05;
  const [top, foot] = [end.at(s0, z1), end.at(s0, z0)];
  const edge = end.whole(half);
  const depth = opening.pattern === "plain" ? 20 : 46;
  if (rim) {
    pen.ring(edge, "#0a0b0c", rimWidth + 12, 0.7);
    pen.ring(edge, rim, rimWidth);
    pen.ring(raisedBy(edge, rimWidth * 0.2), "#fff", rimWidth * 0.3, 0.75);
  }
  pen.group(pen.clip(edge), () => {
    const walls = pen.ramp(top, foot, [
      [0, "#0c0d0f"],
      [0.6, "#1b1e21"],
      [1, "#3b4046"],
    ]);
    pen.fill(edge, walls);
    const bottom = end.deep(edge, depth);
    pen.group(pen.clip(bottom), () => {
      pen.fill(bottom, "#050607");
      drawGrid(scene, end, opening, depth * 0.5);
    });
    const shadow = pen.ramp(top, foot, [
      [0, "#000", 0.8],
      [0.3, "#000", 0.25],
      [0.6, "#000", 0],
    ]);
    pen.fill(edge, shadow);
  });
  if (!rim) {
    pen.ring(edge, "#050607", 7, 0.8);
    pen.stroke(edge.slice(Math.floor(edge.length * 0.42), Math.ceil(edge.length * 0.6)), "#fff", 3, 0.25);
  }
}

function drawGrid(scene: Scene, end: Placer, { half, pattern, pitch = 0 }: Opening, depth: number): void {
  const { pen, halfWidth } = scene;
  const [z0, z1] = span(half, 1);
  const wide = span(half, 0)[1];
  const up = pitch / end.tall;
  const across = pitch / halfWidth;
  const row = (z: number) => end.deep(end.place(range(40, -wide, wide).map((s) => [s, z])), depth);
  const slant = (s: number, lean: number) => {
    const points = range(12).map(
      (k) => [s + (lean * k * (z1 - z0) * end.tall) / halfWidth, mix(z0, z1, k)] as const,
    );
    return end.deep(end.place(points), depth);
  };
  if (pattern === "bars" || pattern === "thick") {
    const isThick = pattern === "thick";
    const width = pitch * (isThick ? 0.4 : 0.34);
    for (let z = z0 + up / 2; z < z1; z += up) {
      pen.stroke(row(z), isThick ? "#3a3f45" : "#202327", width);
      const edge = row(z + width / 3 / end.tall);
      pen.stroke(edge, isThick ? "#dfe4e8" : "#7b838b", width * 0.26, isThick ? 0.95 : 0.7);
    }
  }
  if (pattern === "upright") {
    for (let s = -wide; s < wide; s += across) {
      const bar = slant(s, 0);
      pen.stroke(bar, "#4b5158", 13);
      pen.stroke(bar, "#cfd5da", 6);
      pen.stroke(bar, "#fff", 2, 0.8);
    }
  }
  if (pattern === "mesh") {
    for (const lean of [0.8, -0.8]) {
      for (let s = -wide * 2; s < wide * 2; s += across) {
        const wire = slant(s, lean);
        pen.stroke(wire, "#2b2f34", 9);
        pen.stroke(wire, "#7d858d", 2.2, 0.7);
      }
    }
  }
  if (pattern === "cells") {
    let isOdd = false;
    for (let z = z0 + up / 2; z < z1; z += up) {
      isOdd = !isOdd;
      for (let s = -wide + (isOdd ? across * 0.9 : 0); s < wide; s += across * 1.8) {
        const ends: Points = [
          [s - across * 0.5, z],
          [s + across * 0.5, z],
        ];
        const cell = end.deep(end.place(ends), depth);
        pen.stroke(cell, "#3c4248", pitch * 0.42);
        pen.stroke(raisedBy(cell, pitch * 0.12), "#8d959d", pitch * 0.1, 0.8);
      }
    }
  }
}

export function drawVent({ pen }: Scene, end: Placer, points: Points): void {
  for (const side of end.sides) {
    if (!end.seen(span(points, 0)[0], side)) continue;
    const edge = end.area(points, side, 0.12);
    pen.fill(edge, "#24272b");
    pen.group(pen.clip(edge), () => pen.fill(end.deep(edge, 40), "#060708"));
    pen.ring(edge, "#050607", 5, 0.7);
    pen.stroke(edge.slice(Math.ceil(edge.length * 0.5), Math.ceil(edge.length * 0.9)), "#fff", 3, 0.3);
  }
}
