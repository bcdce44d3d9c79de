import { expect, it } from "vitest";
import { marketingAnswer, plain } from "./plain-answers.ts";

it.each([
  [
    "## Why\n\n- *Roomy* and **quiet**\n* `CarPlay`\n\n---\n\nDone",
    "Why\n\nRoomy and quiet\nCarPlay\n\nDone",
  ],
  ["```json\nA car\n```", "A car"],
  ["See [our page](https://evil.example/x) or evil.com/path now", "See our page or now"],
  ["Write to sales@evil.example (https://a.example) today", "Write to today"],
  [
    "<scr<b></b>ipt>alert(1)</script>Hello &amp; &lt;img src=x onerror=1&gt; welcome",
    "alert(1)Hello & welcome",
  ],
  ["hhttps://ttps://a.example/x stays", "stays"],
  ["A\u202ebackwards\u2069 and\u200b hidden\u00ad\ufeff", "Abackwards and hidden"],
  [
    "Fleet data: 12 cars, 4 * 3 = 12, $599_per_month, 0-60 mph in 5.4 s",
    "Fleet data: 12 cars, 4 * 3 = 12, $599_per_month, 0-60 mph in 5.4 s",
  ],
  ["1. First\n2. Second", "1. First\n2. Second"],
  ["**宽敞**的七座车，详见 www.evil.cn。", "宽敞的七座车，详见 。"],
])("the assistant's answer becomes plain text: %j", (answer, words) => {
  expect(plain(answer, 200)).toBe(words);
});

it("a headline and each feature take one line, and empty features are left out", () => {
  const answer = {
    headline: "Big\ncar",
    description: "A.\n\nB.",
    features: ["- Seats\n five", "**", ""],
    targetAudience: "Families",
  };
  expect(marketingAnswer.checked.parse(answer)).toEqual({
    headline: "Big car",
    description: "A.\n\nB.",
    features: ["Seats five"],
    targetAudience: "Families",
  });
});
