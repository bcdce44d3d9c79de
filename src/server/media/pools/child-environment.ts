/**
 * The environment variables that a child process may have: where programs and folders are, and no secrets.
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
 * The environment of a process that works on strangers' files. Our settings hold passwords and keys: the process
 * gets the settings that it needs in a message.
 */
export const childEnvironment = (environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(
    passed.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
