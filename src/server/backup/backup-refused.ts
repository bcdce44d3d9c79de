/** A backup can't be made or restored; the message is for the person at the console. */
export class BackupRefused extends Error {
  override name = "BackupRefused";
}
