// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { submitForm } from "#test/submit-form.ts";
import { emailAddress, line, oneOf, required } from "#domain/fields/rules.ts";
import { ApiError } from "#web/api.ts";
import { draftEvent } from "./draft-names.ts";
import { TextField } from "./text-field.tsx";
import { useForm } from "./use-form.ts";

const fields = { name: required(line(5)), email: required(emailAddress), way: oneOf(["a", "b"]) };
type Send = () => Promise<void> | void;
type Options = Partial<Parameters<typeof useForm<typeof fields, "taken">>[0]>;
let root: Root;
let host: HTMLElement;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  host = document.body.appendChild(document.createElement("div"));
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

/** Here the email comes before the name: the focus follows the order of the page. */
function Page(options: Options) {
  const { props, field, isSending, failure } = useForm<typeof fields, "taken">({
    rules: { fields, known: ["taken"] },
    id: "one",
    words: (name, code) => `${name} ${code}`,
    send: () => undefined,
    ...options,
  });
  return (
    <form {...props} aria-busy={isSending}>
      <details>
        <summary>More</summary>
        <TextField {...field("email")} label="Email" />
      </details>
      <TextField {...field("name")} label="Name" />
      <input type="radio" name="way" value="a" />
      <input type="radio" name="way" value="b" />
      {failure instanceof Error && <output>{failure.message}</output>}
    </form>
  );
}
const show = (options: Options = {}) => act(async () => root.render(<Page {...options} />));
const input = (name: string) => host.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? expect.fail(name);
const type = (name: string, text: string) =>
  act(async () => {
    input(name).value = text;
    input(name).dispatchEvent(new Event("input", { bubbles: true }));
  });
const submit = () => submitForm(host);
const errors = () => [...host.querySelectorAll(".error")].map((error) => error.textContent);
const refusal = (fields: object) =>
  new ApiError(422, "", JSON.stringify({ code: "invalid", message: "", fields }));

test("a form gives an input its name, its rule's limits and its first value", async () => {
  await show({ start: { values: { name: "Wei" } } });
  const { id, required, maxLength, defaultValue } = input("name");
  expect([id, required, maxLength, defaultValue]).toEqual(["one-name", true, 5, "Wei"]);
  expect(input("email").value).toBe("");
});

test("a wrong form is not sent, marks every wrong field and reads out the first", async () => {
  const send = vi.fn<Send>();
  await show({ send });
  await submit();
  expect(errors()).toEqual(["email missing", "name missing"]);
  expect(input("name").getAttribute("aria-invalid")).toBe("true");
  expect(input("name").getAttribute("aria-describedby")).toBe("one-name-error");
  expect([...host.querySelectorAll('[role="alert"]')].map((alert) => alert.id)).toEqual(["one-name-error"]);
  expect(send).not.toHaveBeenCalled();
});

test("the first wrong field gets the focus, out of its fold, at each try", async () => {
  await show();
  await submit();
  expect(document.activeElement).toBe(input("email"));
  expect(host.querySelector("details")?.open).toBe(true);
  input("name").focus();
  await submit();
  expect(document.activeElement).toBe(input("email"));
});

test("an error disappears when its field is right or wrong in another way, and none comes while typing", async () => {
  await show();
  await type("name", "Wei is long");
  expect(errors()).toEqual([]);
  await submit();
  expect(errors()).toEqual(["email missing", "name too_long"]);
  await type("email", "w");
  expect(errors()).toEqual(["name too_long"]);
  await type("name", "Wei");
  expect(errors()).toEqual([]);
});

test("the server's error stands at its field until the field changes", async () => {
  const send = () =>
    Promise.reject(refusal({ name: { code: "taken", message: "" }, email: { code: "odd", message: "" } }));
  await show({ send });
  await type("name", "Wei");
  await type("email", "wei@mail.example");
  await submit();
  expect(errors()).toEqual(["email refused", "name taken"]);
  expect(document.activeElement).toBe(input("email"));
  await type("name", "Mo");
  expect(errors()).toEqual(["email refused"]);
  expect(host.querySelector("output")).toBeNull();
});

test("a failure without a field is shown until the form is sent again", async () => {
  const onFailed = vi.fn<(error: unknown) => void>();
  const send = vi.fn<Send>().mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await show({ send, onFailed, start: { values: { name: "Wei", email: "wei@mail.example" } } });
  await submit();
  expect(host.querySelector("output")?.textContent).toBe("Failed to fetch");
  expect(onFailed).toHaveBeenCalledOnce();
  await submit();
  expect(host.querySelector("output")).toBeNull();
});

test("a form is sent once, even if it is submitted twice", async () => {
  const under = Promise.withResolvers<void>();
  const send = vi.fn<Send>(() => under.promise);
  await show({ send, start: { values: { name: " Wei", email: "wei@mail.example" } } });
  await submit();
  await submit();
  expect(host.querySelector("form")?.getAttribute("aria-busy")).toBe("true");
  expect(send).toHaveBeenCalledOnce();
  expect(send).toHaveBeenCalledWith({ name: "Wei", email: "wei@mail.example", way: "" }, expect.anything());
  await act(async () => under.resolve());
  expect(host.querySelector("form")?.getAttribute("aria-busy")).toBe("false");
});

test("a form restores its draft, fills its empty fields and reports the values", async () => {
  const put = ({ target }: Event) => {
    const name = (target as HTMLFormElement).elements.namedItem("name");
    if (name instanceof HTMLInputElement) name.value = "Draft";
  };
  host.addEventListener(draftEvent, put);
  const onWatch = vi.fn<(values: object) => void>();
  await show({ onWatch, remembered: () => ({ name: "Wei", email: "wei@mail.example", way: "b" }) });
  expect(onWatch).toHaveBeenLastCalledWith({ name: "Draft", email: "wei@mail.example", way: "b" });
});

test("a form shows the errors of a post without script until they are corrected", async () => {
  await show({
    start: { values: { name: "", email: "wei@mail.example" }, errors: { name: "missing", email: "taken" } },
  });
  expect(errors()).toEqual(["email taken", "name missing"]);
  expect(document.activeElement).toBe(input("email"));
  await type("name", "Wei");
  expect(errors()).toEqual(["email taken"]);
});
