import { type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { UsageError } from './command.ts'

/** The part of `--help` about `--service`. */
export const SERVICE_HELP = `  --service SERVICE    ${upstreamNames.join(', ')} (default: all)`

/** The service as a query parameter; none without the option. Throws UsageError. */
export function readService(name: string | undefined): { service?: UpstreamName } {
  return name === undefined ? {} : { service: checkService(name) }
}

/** Throws UsageError unless it is one of the services. */
export function checkService(name: string, services: readonly UpstreamName[] = upstreamNames): UpstreamName {
  if (services.includes(name as UpstreamName)) return name as UpstreamName
  throw new UsageError(`there is no service "${name}" for this; the services are ${services.join(', ')}`)
}
