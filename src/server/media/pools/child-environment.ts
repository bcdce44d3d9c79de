/**
 * What a process of ours may know of the environment: where programs and folders are, and nothing that is a
 * secret.
 */
const passed = [
  "PATH",
  "NODE_ENV",
  "TZ",
  "LANG",
  "LC_ALL",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SystemRoot",
  "LD_LIBRARY_PATH",
  "UV_THREADPOOL_SIZE",
] as const;

/**
 * The environment of a process that works on strangers' files. The settings hold passwords and keys; what it
 * needs of them it is told.
 */
export const childEnvironment = (environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(
    passed.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
