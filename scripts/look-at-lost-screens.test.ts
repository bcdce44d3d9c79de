import { expect, it } from "vitest";
import { lostScreens } from "./look-at-lost-screens.mjs";

const screen = (text: string) => `function Screen() { const query = useQuery(one); ${text} }`;

it.each([
  ["a failure", "if (error) return <Failed error={error} />;"],
  ["a failure of a list", "if (list.error) { return (<Alone><Failed error={list.error} /></Alone>); }"],
  ["either of two failures", "if (one.error ?? other.isError) return <><Failed /></>;"],
])("a screen that gives way to %s is refused", (_what, text) => {
  expect(lostScreens("a.tsx", screen(text))).toEqual([expect.stringContaining("a.tsx:1 ")]);
});

it.each([
  ["a failure without data", "if (error && !data) return <Failed error={error} />;"],
  ["data that are asked for first", "if (!data) return error ? <Failed error={error} /> : <Waiting />;"],
  ["a page that doesn't exist", "if (error instanceof ApiError) return <NotFound />;"],
  ["an error that leads to no elements", "if (error) throw error;"],
])("a screen is taken that shows %s", (_what, text) => {
  expect(lostScreens("a.tsx", screen(text))).toEqual([]);
});
