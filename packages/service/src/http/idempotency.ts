import { createHash } from 'node:crypto'
import { ApiError, type ErrorCode, notFound } from '@jobboard/contracts/error'
import { IDEMPOTENCY_HOURS, MAX_IDEMPOTENCY_KEY_LENGTH } from '@jobboard/contracts/limits'
import type { fragment, Sql, Tx } from '@jobboard/db/sql'
import { deleteInBatches, RETENTION_INTERVAL_MS } from '../lifecycle/retention.ts'
import type { Feature } from './route.ts'

/** A request with an `Idempotency-Key`. Owner, method, path and key identify it. */
export interface Operation {
  owner: string
  /** The user whom the endpoint records as the author. The same key of another author is refused. */
  authorUserId: number | null
  method: string
  /** Of a path that is too long for the index, its SHA-256. */
  path: string
  key: string
  /** SHA-256 of the query and the body. The same key with another fingerprint is refused. */
  fingerprint: string
}

/** A response as stored and replayed. */
export interface StoredResponse {
  status: number
  headers: Record<string, string>
  body: string | null
}

// Decided by the state of the object, so a retry gets it again. What is wrong with the request itself is not
// stored: the corrected request may use the same key (D-60).
const FINAL: ReadonlySet<ErrorCode> = new Set(['invalid_state', 'not_found', 'already_applied'])

/** An entry of the primary key of `idempotency` has at most 2 704 bytes. */
const MAX_PATH_LENGTH = 1_000

/** The operation of a request, or undefined when it carries no `Idempotency-Key`. Throws invalid_request. */
export function operationOf(
  key: string | undefined,
  { owner, authorUserId }: Pick<Operation, 'owner' | 'authorUserId'>,
  method: string,
  url: string,
  body: Buffer | undefined,
): Operation | undefined {
  if (key === undefined) return undefined
  if (key.length < 1 || key.length > MAX_IDEMPOTENCY_KEY_LENGTH) {
    throw new ApiError(
      'invalid_request',
      `Idempotency-Key: must have 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} characters.`,
    )
  }
  const [sentPath = '', query = ''] = url.split('?')
  const path = sentPath.length > MAX_PATH_LENGTH ? sha256(sentPath) : sentPath
  const fingerprint = sha256(query, '\n', body ?? '')
  return { owner, authorUserId, method, path, key, fingerprint }
}

function sha256(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('base64url')
}

/** The stored response of an operation, if any. Throws idempotency_key_reused. */
export async function findResponse(
  sql: Sql,
  operation: Operation,
  now: Date,
): Promise<StoredResponse | undefined> {
  const [row] = await sql<StoredOperation>`
    select fingerprint, author_user_id, status, headers, body from idempotency
    where owner = ${operation.owner} and method = ${operation.method} and path = ${operation.path}
      and key = ${operation.key} and created_at > ${oldest(now)}`
  return row && responseOf(row, operation)
}

type StoredOperation = StoredResponse & Pick<Operation, 'fingerprint' | 'authorUserId'>

function responseOf(
  { fingerprint, authorUserId, ...response }: StoredOperation,
  operation: Operation,
): StoredResponse {
  const isSameAuthor = authorUserId === null || authorUserId === operation.authorUserId
  if (fingerprint !== operation.fingerprint || !isSameAuthor) {
    throw new ApiError(
      'idempotency_key_reused',
      'Idempotency-Key: was used for another request in the last 24 hours; use a new key.',
    )
  }
  return response
}

/** The stored result of a part of an operation, if any; `finished` when the operation has its response, with which its parts
 * were deleted. One statement, so that neither is missed. Throws idempotency_key_reused, and not_found after an erasure. */
export async function findPart(
  sql: Sql,
  operation: Operation,
  partPath: string,
  now: Date,
): Promise<StoredResponse | 'finished' | undefined> {
  const { owner, method, path, key } = operation
  const rows = await sql<StoredOperation & { path: string }>`
    select path, fingerprint, author_user_id, status, headers, body from idempotency
    where owner = ${owner} and method = ${method} and path in (${path}, ${partPath}) and key = ${key}
      and created_at > ${oldest(now)}`
  if (rows.some((row) => row.path === path)) return 'finished'
  const part = rows[0] && responseOf(rows[0], operation)
  if (part && part.status >= 400) throw notFound()
  return part
}

/** Deletes the parts of an operation whose response is stored. */
export async function deleteParts(
  sql: Tx,
  { owner, method, key }: Operation,
  paths: readonly string[],
): Promise<void> {
  await sql`
    delete from idempotency
    where owner = ${owner} and method = ${method} and path = any(${paths}::text[]) and key = ${key}`
}

/** Takes the key until the end of the transaction. Throws idempotency_in_progress when another request holds
 * it. */
export async function claim(sql: Tx, operation: Operation): Promise<void> {
  const name = [operation.owner, operation.method, operation.path, operation.key].join('\n')
  const [row] = await sql<{ claimed: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ${name}, 0)) as claimed`
  if (!row?.claimed) {
    throw new ApiError(
      'idempotency_in_progress',
      'Idempotency-Key: the first request with this key is still running; retry in 1 second.',
      {
        headers: { 'retry-after': '1' },
      },
    )
  }
}

/** Stores a response. False when another request with the same key has stored one: roll back and replay
 * that. */
export async function storeResponse(
  sql: Sql,
  operation: Operation,
  response: StoredResponse,
  now: Date,
): Promise<boolean> {
  const rows = await sql`
    insert into idempotency (owner, method, path, key, fingerprint, author_user_id, status, headers, body, created_at)
    values (${operation.owner}, ${operation.method}, ${operation.path}, ${operation.key}, ${operation.fingerprint},
      ${operation.authorUserId}, ${response.status}, ${JSON.stringify(response.headers)}, ${response.body}, ${now})
    on conflict (owner, method, path, key) do update
      set fingerprint = excluded.fingerprint, author_user_id = excluded.author_user_id, status = excluded.status, headers = excluded.headers,
        body = excluded.body, created_at = excluded.created_at
      where idempotency.created_at <= ${oldest(now)}
    returning 1`
  return rows.length === 1
}

/** True when a repeated request must get the same error again. */
export function isFinal(error: ApiError): boolean {
  return FINAL.has(error.code)
}

/** Deletes up to `limit` responses older than `IDEMPOTENCY_HOURS`. */
export function deleteExpiredResponses(sql: Sql, now: Date, limit: number): Promise<unknown[]> {
  return sql`
    delete from idempotency where ctid = any(array(
      select ctid from idempotency where created_at <= ${oldest(now)}
      order by created_at limit ${limit} for update skip locked))
    returning 1`
}

/** Turns the stored responses that hold data of an erased candidate into 404s: without a row, a repetition of the
 * request would take effect again. `condition` selects rows of `idempotency`. */
export async function eraseResponses(sql: Tx, condition: ReturnType<typeof fragment>): Promise<void> {
  const { status, code, message } = notFound()
  await sql`
    update idempotency set status = ${status}, headers = '{}', body = ${JSON.stringify({ code, message })}
    where status < 300 and ${condition}`
}

/** Deletes the stored responses of an owner who exists no more. */
export async function deleteResponses(sql: Tx, owner: string): Promise<void> {
  await sql`delete from idempotency where owner = ${owner}`
}

function oldest(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000)
}

/** Deletes the stored responses of keys that no longer count (D-60). */
export const expiredResponses: Feature = {
  timers: [
    {
      name: 'delete-expired-responses',
      everyMs: RETENTION_INTERVAL_MS,
      run: ({ db, clock }) => deleteInBatches((limit) => deleteExpiredResponses(db.sql, clock.now(), limit)),
    },
  ],
}
