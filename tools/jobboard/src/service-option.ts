import { type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { UsageError } from './command.ts'

/** The part of `--help` about `--service`. */
export const SERVICE_HELP = `  --service SERVICE    ${upstreamNames.join(', ')} (default: all)`

/** The service as a query parameter; none without the option. Throws UsageError. */
export function readService(name: string | undefined): { service?: UpstreamName } {
  return name === undefined ? {} : { service: checkService(name) }
}

/** Throws UsageError unless it is the name of a service. */
export function checkService(name: string): UpstreamName {
  if (upstreamNames.includes(name as UpstreamName)) return name as UpstreamName
  throw new UsageError(`there is no service "${name}"; the services are ${upstreamNames.join(', ')}`)
}
