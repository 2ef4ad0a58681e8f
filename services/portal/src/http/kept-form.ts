import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Sql } from '@jobboard/db/sql'
import type { FastifyRequest } from 'fastify'
import type { PortalEnv } from '../env.ts'
import type { PersonId } from '../person/person.ts'
import type { PortalDeps } from '../portal-deps.ts'
import { readCookie } from '../session/cookies.ts'
import { keyedHash, newToken } from '../session/secret.ts'
import { CSRF_FIELD, ownerOf } from './csrf.ts'
import type { FormData } from './form.ts'

/** A form that was sent after its session had ended. */
export interface KeptForm {
  /** Where it was sent to. */
  action: string
  fields: FormData
}

/** For as long as the cookie `kept`. */
const KEPT_MS = 30 * 60_000
/** Forms in which nobody types. */
const NOTHING_TYPED = new Set(['/sign-out', '/preferences/theme'])
const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Keeps what a person had typed on a page, in place of what was kept before. Returns the value of the cookie that opens it;
 * undefined for a form that is not of a person. */
export async function keepForm(
  { env, db, now }: Pick<PortalDeps, 'env' | 'db' | 'now'>,
  { url, headers }: FastifyRequest,
  page: string,
  { [CSRF_FIELD]: token, ...fields }: FormData,
): Promise<string | undefined> {
  // A script reads the response to its own form, and loads the page again.
  const isNavigation = (headers['sec-fetch-dest'] ?? 'document') === 'document'
  const owner = ownerOf(env, token)
  if (!owner || !isNavigation || NOTHING_TYPED.has(url)) return undefined
  const key = newToken()
  const sealed = seal(env, key, { action: url, fields } satisfies KeptForm)
  await db.sql`
    insert into kept_form (person_kind, person_id, sealed, ends_at)
    values (${owner.kind}, ${owner.id}, ${sealed}, ${new Date(now().getTime() + KEPT_MS)})
    on conflict (person_kind, person_id) do update set sealed = excluded.sealed, ends_at = excluded.ends_at`
  return `${key}.${markOf(page)}`
}

/** What this browser has kept for this person: of any page, or only of the page that is shown. */
export async function findKeptForm(
  { env, db, now }: Pick<PortalDeps, 'env' | 'db' | 'now'>,
  request: FastifyRequest,
  { kind, id }: PersonId,
  page?: string,
): Promise<KeptForm | undefined> {
  const [key, mark] = readCookie(env, request, 'kept')?.split('.') ?? []
  if (!key || (page !== undefined && mark !== markOf(page))) return undefined
  const [row] = await db.sql<{ sealed: Buffer }>`
    select sealed from kept_form where person_kind = ${kind} and person_id = ${id} and ends_at > ${now()}`
  return row && open(env, key, row.sealed)
}

export async function deleteKeptForm(sql: Sql, { kind, id }: PersonId): Promise<void> {
  await sql`delete from kept_form where person_kind = ${kind} and person_id = ${id}`
}

export async function deleteEndedKeptForms(sql: Sql, now: Date): Promise<void> {
  await sql`delete from kept_form where ends_at < ${now}`
}

function markOf(page: string): string {
  return createHash('sha256').update(page.split('?')[0]!).digest('base64url').slice(0, 8)
}

function seal(env: Pick<PortalEnv, 'CALLER_SECRET'>, key: string, kept: KeptForm): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyedHash(env, 'kept form', key), iv)
  const bytes = Buffer.concat([cipher.update(JSON.stringify(kept)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), bytes])
}

/** Undefined when another browser has sealed it. */
function open(env: Pick<PortalEnv, 'CALLER_SECRET'>, key: string, sealed: Buffer): KeptForm | undefined {
  const [iv, tag] = [sealed.subarray(0, IV_BYTES), sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  const decipher = createDecipheriv(CIPHER, keyedHash(env, 'kept form', key), iv).setAuthTag(tag)
  try {
    const bytes = [decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]
    return JSON.parse(Buffer.concat(bytes).toString()) as KeptForm
  } catch {
    return undefined
  }
}
