import { type UpstreamName, upstreamNames } from '@jobboard/contracts/services'
import { option } from './option.ts'
import { UsageError } from './usage-error.ts'

/** `--service`, one of the services. */
export const serviceOption = (help: string) =>
  option('SERVICE', `${help}${upstreamNames.join(', ')}`, (name) => checkService(name))

/** Throws UsageError unless it is one of the services. */
export function checkService(name: string, services: readonly UpstreamName[] = upstreamNames): UpstreamName {
  if (services.includes(name as UpstreamName)) return name as UpstreamName
  throw new UsageError(`there is no service "${name}" for this; the services are ${services.join(', ')}`)
}
