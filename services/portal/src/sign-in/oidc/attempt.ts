import type { Sql } from '@jobboard/db/sql'

/** What a browser took along to the provider. */
export interface Attempt {
  nonce: string
  codeVerifier: string
  next: string
}

const ATTEMPT_LIFETIME_MS = 10 * 60_000

/** Keeps it for 10 minutes. */
export async function insertAttempt(
  sql: Sql,
  stateHash: Buffer,
  bindingHash: Buffer,
  { nonce, codeVerifier, next }: Attempt,
  now: Date,
): Promise<void> {
  await sql`
    insert into oidc_attempt (state_hash, binding_hash, nonce, code_verifier, next, ends_at)
    values (${stateHash}, ${bindingHash}, ${nonce}, ${codeVerifier}, ${next},
      ${new Date(now.getTime() + ATTEMPT_LIFETIME_MS)})`
}

/** The attempt of this browser, which is used up: a response of the provider works once. */
export async function takeAttempt(
  sql: Sql,
  stateHash: Buffer,
  bindingHash: Buffer,
  now: Date,
): Promise<Attempt | undefined> {
  const [row] = await sql<Attempt>`
    delete from oidc_attempt where state_hash = ${stateHash} and binding_hash = ${bindingHash} and ends_at > ${now}
    returning nonce, code_verifier, next`
  return row
}
