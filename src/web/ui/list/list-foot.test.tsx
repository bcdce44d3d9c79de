import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { m } from "#web/paraglide/messages.js";
import { ListFoot } from "./list-foot.tsx";

it("a list's foot says how much of it is shown, in readable numbers", () => {
  const list = { hasNextPage: false } as Parameters<typeof ListFoot>[0]["list"];
  expect(renderToStaticMarkup(<ListFoot shown={1200} total={34567} list={list} />)).toContain(
    m.admin_shown({ shown: "1,200", total: "34,567" }),
  );
});
