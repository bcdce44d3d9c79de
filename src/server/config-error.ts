/** A setting that can't be used, with the key's name and what it should be. */
export class ConfigError extends Error {
  override name = "ConfigError";
}
