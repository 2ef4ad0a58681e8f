import type { PortalDeps, PortalEnv } from '../env.ts'
import { keyedHash } from '../session/session.ts'

export interface Limit {
  /** Of what is counted; limits with different names count apart. */
  name: string
  max: number
  windowMs: number
}

const MINUTE_MS = 60_000

/** Mails asked for one address. */
export const MAILS_PER_ADDRESS: Limit = { name: 'mails of an address', max: 20, windowMs: 15 * MINUTE_MS }
/** Of these from one network: a stranger who asks for the mails of a person leaves some for the person. */
export const MAILS_PER_ADDRESS_AND_NETWORK: Limit = {
  name: 'mails of an address from a network',
  max: 5,
  windowMs: 15 * MINUTE_MS,
}
/** Mails asked from one network. */
export const MAILS_PER_NETWORK: Limit = { name: 'mails of a network', max: 30, windowMs: 15 * MINUTE_MS }
/** Codes entered for one address: a new code does not start the count again. */
export const CODES_PER_ADDRESS: Limit = { name: 'codes of an address', max: 20, windowMs: 60 * MINUTE_MS }
/** Sign-ins by OpenID Connect begun from one network. */
export const ATTEMPTS_PER_NETWORK: Limit = {
  name: 'attempts of a network',
  max: 100,
  windowMs: 15 * MINUTE_MS,
}

/** Sandboxes made from one network by who signs up: a stranger with many addresses leaves most of those of an installation. */
export const SIGN_UPS_PER_NETWORK: Limit = {
  name: 'sign-ups of a network',
  max: 10,
  windowMs: 24 * 60 * MINUTE_MS,
}

/** Counts one more mail that somebody of a network asks for to an address: names the limit that is reached. */
export async function takeMail(
  deps: Pick<PortalDeps, 'db' | 'env'>,
  network: string,
  address: string,
  now: Date,
): Promise<'taken' | 'network' | 'address'> {
  if (!(await take(deps, MAILS_PER_NETWORK, network, now))) return 'network'
  const isTaken =
    (await take(deps, MAILS_PER_ADDRESS_AND_NETWORK, `${network} ${address}`, now)) &&
    (await take(deps, MAILS_PER_ADDRESS, address, now))
  return isTaken ? 'taken' : 'address'
}

/** Counts one more of `subject`; false, and not counted, when the limit is reached. Exact with any number of callers and
 * processes: one statement, which locks the row of the subject. */
export async function take(
  { db, env }: Pick<PortalDeps, 'db' | 'env'>,
  limit: Limit,
  subject: string,
  now: Date,
): Promise<boolean> {
  const from = new Date(now.getTime() - limit.windowMs)
  const endsAt = new Date(now.getTime() + limit.windowMs)
  const rows = await db.sql`
    insert into sign_in_limit as before (subject_hash, taken_at, ends_at)
    values (${subjectOf(env, limit, subject)}, array[${now}::timestamptz], ${endsAt})
    on conflict (subject_hash) do update set
      taken_at = array(select t from unnest(before.taken_at) t where t > ${from}) || excluded.taken_at,
      ends_at = excluded.ends_at
    where (select count(*) from unnest(before.taken_at) t where t > ${from}) < ${limit.max}
    returning true as taken`
  return rows.length > 0
}

export function subjectOf(env: Pick<PortalEnv, 'CALLER_SECRET'>, { name }: Limit, subject: string): Buffer {
  return keyedHash(env, name, subject)
}
