import { describe, expect, it } from "vitest";
import { refusedNames } from "./look-at-names.mjs";

describe("the check of identifiers", () => {
  it.each([
    ["a variable", "const toldAt = 1;", "toldAt"],
    ["a parameter", "export const f = ({ error: fault }: { error: string }) => fault;", "fault"],
    ["a property of a type", "export type Row = { provedAt: Date };", "provedAt"],
    ["a function", "function isPaidFor() {}", "isPaidFor"],
    ["a key", "export const words = { deeds: 1 };", "deeds"],
    ["a class's property", "class Ended { wishes = []; }", "wishes"],
    ["a type named for what happened to a thing", "type Asked = { id: string };", "Asked"],
    ["a type named for what a function needs", "type Needed = { id: string };", "Needed"],
    ["a type that is one participle", "type Booked = { id: string };", "Booked"],
    ["a type that is one participle of what goes on", "interface Choosing { id: string }", "Choosing"],
    ["a type that is one irregular participle", "type Chosen = { id: string };", "Chosen"],
    ["a parameter that says a wish", "const f = (wished: string) => wished;", "wished"],
    ["a caught value", "try { go(); } catch (fault) {}", "fault"],
    ["a parameter with a default", "const f = (told = 1) => told;", "told"],
    ["what is left of an object", "const { id, ...told } = row;", "told"],
  ])("the check of identifiers refuses an old word as %s", (_what, text, name) => {
    expect(refusedNames("a.ts", text)).toEqual([expect.stringContaining(`a.ts: ${name} `)]);
  });

  it.each([
    ["what another file declares", 'import { told } from "elsewhere";'],
    ["a name on the wire", "const body = { faults: errors.map(({ file }) => ({ file, fault: file })) };"],
    ["a word inside another", "const improved = defaultsOf(approved);"],
    ["a type that names its thing", "type BookedCar = { id: string };"],
    ["a type that is a noun", "type Drawing = { name: string };"],
    ["text and comments", '// told\nconst text = "told";'],
  ])("the check of identifiers accepts %s", (_what, text) => {
    expect(refusedNames("a.ts", text)).toEqual([]);
  });
});
