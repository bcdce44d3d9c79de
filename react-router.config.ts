import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/web",
  ssr: true,
  serverModuleFormat: "esm",
  // Pages fetch what their links lead to by themselves; a manifest request on every first visit would be one
  // more.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
