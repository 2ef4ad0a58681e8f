import * as endpoints from '@jobboard/contracts/candidates/admin'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { ApiError } from '@jobboard/contracts/error'
import { MAX_BODY_BYTES } from '@jobboard/contracts/limits'
import type { Db } from '@jobboard/db/db'
import { type AuditContext, recordAudit } from '@jobboard/service/audit/record-audit'
import { toApiError } from '@jobboard/service/http/error-response'
import { prefersStrict } from '@jobboard/service/http/prefer'
import { type Context, type Reply, type Route, route } from '@jobboard/service/http/route'
import type { CandidateEnv } from '../env.ts'
import { emailHash } from '../erasure/erasure.ts'
import { publishProfiles } from '../profiles/publish-actions.ts'
import { insertCandidates, listEmailUses, lockEmails } from '../profiles/store.ts'
import { type ImportLine, type Line, readLines, withoutRepeats } from './lines.ts'
import { ImportReport, toCandidate } from './wire.ts'

const MAX_BATCH_LINES = 250
const MAX_BATCH_BYTES = 1_048_576
/** Imports of one process at a time: each takes a connection to the database, and memory for a batch. */
const MAX_IMPORTS = 4
let importsInProgress = 0
const ERASED = {
  code: 'erased',
  message:
    'The person with this e-mail address was erased; send the line with includeErased=true if the person has agreed again.',
}

type ImportContext = Context<typeof endpoints.importCandidates, CandidateEnv>

interface Batch {
  now: Date
  bytes: number
  lines: ImportLine[]
}

/** Admin API: candidates from a file. */
export const importRoutes: Route<CandidateEnv>[] = [
  route(endpoints.importCandidates, async (context: ImportContext) => {
    if (importsInProgress === MAX_IMPORTS) throw tooManyImports()
    importsInProgress++
    try {
      return await importLines(context)
    } finally {
      importsInProgress--
    }
  }),
]

/** Reads the body no faster than its lines are stored: one batch is stored while the next one is read. When the
 * connection breaks off, its complete lines are stored. */
async function importLines(
  context: ImportContext,
): Promise<Reply<ResponseBody<typeof endpoints.importCandidates>>> {
  const { service, bodyStream, log, requestId, headers } = context
  const isStrict = prefersStrict(headers.prefer as string | undefined)
  const report = new ImportReport()
  let batch = newBatch(service.clock.now())
  let storing = Promise.resolve()
  const storeBatch = async () => {
    const full = batch
    batch = newBatch(service.clock.now())
    await storing
    storing = importBatch(context, full, report)
    // Awaited with the next batch; until then its failure is not unhandled.
    storing.catch(() => {})
  }
  // The response to a failure needs the connection.
  const chunks = bodyStream.iterator({ destroyOnReturn: false })
  try {
    for await (const line of readLines(chunks, MAX_BODY_BYTES)) {
      addLine(batch, line, report, isStrict)
      if (batch.lines.length >= MAX_BATCH_LINES || batch.bytes >= MAX_BATCH_BYTES) await storeBatch()
    }
  } catch (error) {
    if (error !== bodyStream.errored) throw error
    log.warn({ requestId }, 'the connection of an import broke off; its complete lines are stored')
  }
  await storeBatch()
  await storing
  return { body: report.toResponse(), headers: handlingHeaders(isStrict, report) }
}

function handlingHeaders(isStrict: boolean, { ignored }: ImportReport): Record<string, string> {
  if (isStrict) return { 'preference-applied': 'handling=strict' }
  return ignored === undefined ? {} : { 'x-ignored-fields': ignored }
}

function newBatch(now: Date): Batch {
  return { now, bytes: 0, lines: [] }
}

function addLine(batch: Batch, line: Line, report: ImportReport, isStrict: boolean): void {
  try {
    const { candidate, unknown } = toCandidate(line, batch.now, isStrict)
    batch.lines.push({ number: line.number, candidate })
    report.ignore(unknown)
    batch.bytes += line.bytes?.length ?? 0
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    report.reject(line.number, error)
  }
}

/** Stores a batch in one transaction; one that is refused as a whole, line by line, so that only its bad lines are
 * rejected. Throws unavailable, also when the database cannot be reached. */
async function importBatch(context: ImportContext, batch: Batch, report: ImportReport): Promise<void> {
  const { service, caller, requestId, log, query } = context
  const { lines, now } = batch
  if (lines.length === 0) return
  try {
    const { ids, erased } = await importCandidates({ ...query, service, caller, requestId, now }, lines)
    report.add(ids, lines.length - ids.length - erased.length)
    for (const number of erased) report.reject(number, ERASED)
  } catch (thrown) {
    const error = toApiError(thrown)
    if (error.code === 'unavailable') throw interrupted(report)
    if (lines.length === 1) {
      const [{ number }] = lines as [ImportLine]
      if (error !== thrown) log.error({ err: thrown, requestId, line: number }, 'a line cannot be stored')
      return report.reject(number, error)
    }
    for (const line of lines) await importBatch(context, { ...batch, lines: [line] }, report)
  }
}

function interrupted(report: ImportReport): ApiError {
  const message =
    `The database cannot be reached; ${report.toResponse().imported} candidates are imported. Send the file ` +
    'again: lines that are imported are skipped.'
  return new ApiError('unavailable', message, { headers: { 'retry-after': '1' } })
}

function tooManyImports(): ApiError {
  const message = `${MAX_IMPORTS} imports are in progress; try again when one has finished.`
  return new ApiError('rate_limited', message, { headers: { 'retry-after': '5' } })
}

/** Creates the candidates of one batch of an import whose e-mail addresses are new, with their events and one audit
 * row, in seven round trips. Returns their ids, and the numbers of the lines of erased persons; others were skipped. */
function importCandidates(
  context: AuditContext & { service: { db: Db; env: CandidateEnv }; includeErased: boolean },
  lines: readonly ImportLine[],
) {
  const { now, requestId, service, includeErased } = context
  const key = includeErased ? undefined : service.env.ERASED_EMAIL_KEY
  const first = withoutRepeats(lines)
  const emails = first.map(({ candidate }) => candidate.email)
  const hashes = emails.map((email) => emailHash(email, key))
  return service.db.tx(async (sql) => {
    await lockEmails(sql)
    const uses = await listEmailUses(sql, emails, hashes)
    const free = first.map((line, index) => ({ ...line, ...uses[index]! })).filter(({ isTaken }) => !isTaken)
    const erased = free.filter(({ isErased }) => isErased).map(({ number }) => number)
    const fresh = free.filter(({ isErased }) => !isErased).map(({ candidate }) => candidate)
    if (fresh.length === 0) return { ids: [], erased }
    const created = await insertCandidates(sql, fresh, now)
    await publishProfiles(sql, created, now)
    const ids = created.map(({ id }) => id)
    await recordAudit(sql, context, {
      action: 'import-candidates',
      // The batches of one import share its id.
      entity: { type: 'candidate-import', id: requestId },
      before: null,
      after: { candidateIds: ids },
    })
    return { ids, erased }
  })
}
