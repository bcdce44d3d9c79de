// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchForm } from "./search-form.tsx";

let root: Root;
let page: HTMLElement;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  page = document.body.appendChild(document.createElement("div"));
  root = createRoot(page);
});
afterEach(() => {
  act(() => root.unmount());
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
});

/** The form as an address with these words and this choice shows it. */
function show(words: string, value: string): void {
  const options = [
    { value: "", label: "All" },
    { value: "listed", label: "Listed" },
  ];
  act(() =>
    root.render(
      <SearchForm
        label="Search"
        hint="Name"
        words={words}
        narrow={{ label: "State", value, options }}
        onAsk={() => undefined}
      />,
    ),
  );
}

test("search fields follow the address, except while somebody types in them", () => {
  show("civic", "listed");
  const words = page.querySelector<HTMLInputElement>("input");
  const choice = page.querySelector<HTMLSelectElement>("select");
  show("", "");
  expect([words?.value, choice?.value]).toEqual(["", ""]);
  words?.focus();
  if (words) words.value = "niro";
  show("kia", "listed");
  expect([words?.value, choice?.value]).toEqual(["niro", "listed"]);
});
