import { expect, test } from "vitest";
import { addBoot } from "./add-boot.ts";
import { bootScript } from "./page-scripts.ts";

const page = (script: string): string =>
  `<!doctype html><html lang="en"><head><link rel="modulepreload" href="/a.js"/></head><body><script>first()</script>${script}<script nonce="n1">last()</script></body></html>`;

test.each([
  '<script nonce="n1" type="module" async="">import "/a.js"</script>',
  '<script type="module" async="" nonce="n1">import "/a.js"</script>',
])("the application of a page to read loads later: %s", (script) => {
  const html = addBoot(page(script), "n1", true);
  expect(html).toContain(
    `<script type="text/plain" id="app" nonce="n1">import "/a.js"</script><script>${bootScript}</script>`,
  );
  expect(html).not.toMatch(/<script[^>]* type="module"|<link rel="modulepreload"/);
  expect(html).toContain('<html data-coming="" lang="en">');
});

test("the application of a page with a form loads at once, behind the guard script", () => {
  const script = '<script nonce="n1" type="module" async="">import "/a.js"</script>';
  expect(addBoot(page(script), "n1", false)).toBe(page(`<script>${bootScript}</script>${script}`));
});

test("a script within the content is never used as the application", () => {
  const html = page('<script type="module" nonce="guessed">steal()</script>');
  expect(addBoot(html, "n1", true)).toBe(html);
});
