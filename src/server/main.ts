import { brand } from "#domain/brand.ts";
import { buildApp } from "./app.ts";
import { openControlSocket } from "./backup/control-socket.ts";
import { ConfigError, readConfig } from "./config.ts";
import { DirectoryInUse } from "./db/lock-directory.ts";
import { scheduleJobs } from "./jobs.ts";
import { openLog } from "./open-log.ts";
import { builtPages, developedPages } from "./pages/page-renderer.ts";
import { startServices } from "./start.ts";
import { stopInOrder } from "./stop.ts";
import { startWatchdog } from "./watchdog/watchdog.ts";

const isDeveloping = process.argv.includes("--dev");

try {
  const config = readConfig(process.env);
  const log = openLog(config.logLevel === "info" ? "warn" : config.logLevel);
  const services = await startServices(config, log);
  services.metrics.collectProcess();
  await services.afterDemonstration(() => services.hold.whenReleased(() => scheduleJobs(services)));
  const app = await buildApp(services, isDeveloping ? developedPages() : builtPages());
  const closeControlSocket = await openControlSocket(config.dataDir, services.database, log);
  const stop = async () => {
    // A container or systemd kills the process after thirty seconds; the open requests get most of that time.
    const left = await stopInOrder(
      [
        { name: "requests", run: () => app.close(), longest: 12_000 },
        // A connection that sends or reads for longer is cut off: none of its data was acknowledged.
        { name: "connections", run: async () => app.server.closeAllConnections(), longest: 1000 },
        { name: "backups", run: closeControlSocket, longest: 2000 },
        { name: "services", run: () => services.close(), longest: 10_000 },
      ],
      log,
    );
    // The tables are whole in any case: what was acknowledged is on the disk.
    process.exit(left.includes("services") ? 1 : 0);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stop());

  const { watchdogSeconds } = config;
  // Begins only after the slow parts of a start, such as migrations.
  if (watchdogSeconds > 0)
    startWatchdog({ longest: watchdogSeconds * 1000, folder: services.database.folder }, log);
  const address = await app.listen({ port: config.port, host: config.host });
  process.stdout.write(
    `${brand.name.en} is ready at ${address}\n${config.hasDevPages ? `Emails: ${address}/dev/mailbox\n` : ""}API: ${address}/api/docs\n`,
  );
  for (const notice of services.notices) process.stdout.write(`${notice}\n`);
} catch (error) {
  // An error that a person can fix is one sentence; any other error is a bug and shows its place in the code.
  if (!(error instanceof ConfigError || error instanceof DirectoryInUse)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
