import { once } from "node:events";
import { type Product, startDemonstration, startProduct } from "../product.ts";
import { test as base } from "./fixtures.ts";
import { demoPassword } from "./start-product.ts";

type PassingDays = { product: Product; passDays: (days: number) => Promise<void> };

/** A product for this test alone whose clock moves by days: it stops, and starts again that many days later. */
export const test = base.extend<{ passing: PassingDays; passDays: PassingDays["passDays"] }>({
  passing: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads the pattern
    async ({}, provide) => {
      const product = await startDemonstration({ DEMO_PASSWORD: demoPassword });
      const settings = {
        DEMO_PASSWORD: demoPassword,
        DATA_DIR: product.dataDir,
        DATABASE_URL: "",
        PUBLIC_URL: "",
        SMTP_URL: "",
        HOST: "127.0.0.1",
        PORT: new URL(product.address).port,
        DEMO: "on",
      };
      let running = product;
      let ahead = 0;
      const passDays = async (days: number) => {
        const ended = once(running.process, "exit");
        running.process.kill();
        await ended;
        ahead += days;
        const main = "test/stand-ins/later-product.ts";
        running = await startProduct({ ...settings, DAYS_AHEAD: String(ahead) }, { main });
      };
      await provide({ product, passDays });
      if (running !== product) await running.stop();
      await product.stop();
    },
    { timeout: 120_000 },
  ],
  passDays: async ({ passing }, provide) => provide(passing.passDays),
  baseURL: async ({ passing }, provide) => provide(passing.product.address),
});
