import { listDeadLetters } from '@jobboard/contracts/operators/operations'
import { UsageError } from './usage-error.ts'

/** The IDs on a command line, at most `max`. Throws UsageError. */
export function readIds(verb: string, positionals: string[], max = Number.POSITIVE_INFINITY): string[] {
  if (positionals.length === 0) {
    throw new UsageError(
      `ID is missing: dead-letters ${verb} ID, such as pipeline-12; dead-letters list shows the IDs`,
    )
  }
  if (positionals.length > max)
    throw new UsageError(`dead-letters ${verb} takes ${max} ID, got ${positionals.length}`)
  const wrong = positionals.find((id) => !/^[a-z]+-[1-9]\d{0,9}$/.test(id))
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is no ID of a dead letter, such as pipeline-12`)
  return positionals
}

/** The path of a dead letter in the Admin API. */
export function deadLetterPath(id: string, action = ''): string {
  return `${listDeadLetters.path}/${id}${action}`
}
