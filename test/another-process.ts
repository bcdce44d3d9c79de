import { pino } from "pino";
import { buildApp } from "#server/app.ts";
import { readConfig } from "#server/config.ts";
import { startServices } from "#server/start.ts";
import type { TestApp } from "./app.ts";
import { temporaryFolder } from "./product.ts";

/** A second application on the same PostgreSQL, which stands for another process although it runs in this one. */
export async function startAnother(test: TestApp, env: Record<string, string> = {}): Promise<TestApp> {
  const folder = temporaryFolder();
  const config = readConfig({
    DATABASE_URL: test.databaseUrl,
    DATA_DIR: folder.path,
    DEMO: "off",
    RATE_LIMITS: "off",
    ...env,
  });
  const services = await startServices(config, pino({ level: "error" }));
  const app = await buildApp(services);
  return {
    ...test,
    app,
    services,
    async close() {
      await app.close();
      await services.close();
      folder.remove();
    },
  };
}
