/** What a user agent names: "Chrome", "Windows". Order matters: most browsers name others too. */
const browsers: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/MicroMessenger\//, "WeChat"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const systems: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const first = (kinds: readonly [RegExp, string][], text: string): string =>
  kinds.find(([pattern]) => pattern.test(text))?.[1] ?? "";

export const deviceName = (userAgent: string): { browser: string; system: string } => ({
  browser: first(browsers, userAgent),
  system: first(systems, userAgent),
});
