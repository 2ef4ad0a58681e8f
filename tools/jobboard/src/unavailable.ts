/** Says which services are missing from a list. Returns the exit code. */
export function warnOfUnavailable(services: readonly string[]): number {
  if (services.length === 0) return 0
  process.stderr.write(
    `jobboard: ${services.join(', ')} did not respond: their dead letters are not included. Run the command again when they are up.\n`,
  )
  return 1
}
