import type { Endpoint, ServiceName } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { SANDBOX_BYTES } from '@jobboard/contracts/sandbox/sandbox'
import type { Tx } from '@jobboard/db/sql'
import { appendedBytes } from '@jobboard/events/publisher/outbox'
import { type Caller, sandboxOf } from '../auth/caller.ts'
import { countWritten, getWritten } from './sandbox-bytes-store.ts'

/** The row of an object, its event, and the copies of other services. */
const COPIES_OF_EVENT = 3
/** Rows without an event, such as of the history and the ledger, with their indexes. */
const BYTES_OF_ROWS = 512
const MIB = 1_048_576

interface Written {
  caller: Caller
  bytes: Buffer | undefined
}

/** Counts what a call with a key of a sandbox writes: its body, the response that is stored for a repeat, its events and their
 * copies. Nothing for live callers. Call it last in the transaction. Throws limit_reached. */
export async function chargeSandbox(
  sql: Tx,
  service: ServiceName,
  { method, makesRoom }: Pick<Endpoint, 'method' | 'makesRoom'>,
  { caller, bytes: body }: Written,
  stored: string,
): Promise<void> {
  const sandboxId = sandboxOf(caller)
  const limit = SANDBOX_BYTES[service]
  if (sandboxId === undefined || limit === undefined || method === 'GET' || makesRoom) return
  const ofCall = BYTES_OF_ROWS + (body?.length ?? 0) + Buffer.byteLength(stored)
  const bytes = ofCall + COPIES_OF_EVENT * appendedBytes(sql)
  if (await countWritten(sql, sandboxId, { bytes, limit })) return
  const written = await getWritten(sql, sandboxId)
  throw new ApiError(
    'limit_reached',
    `This sandbox has written ${(written / MIB).toFixed(1)} MiB in ${service} since its last reset and this call writes ${bytes} bytes, the limit is ${limit / MIB} MiB; reset it with POST /api/v1/sandbox/reset, or delete it.`,
  )
}
