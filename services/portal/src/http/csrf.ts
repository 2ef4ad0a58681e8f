import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { PortalEnv } from '../env.ts'
import type { PersonId } from '../person/person.ts'
import { keyedHash } from '../session/session.ts'

export const CSRF_FIELD = 'csrf'

const TOKEN_BYTES = 32
const OWNER_BYTES = 5
const PROOF_BYTES = 16

/** The token of the forms of one browser, from the secret in its cookie: that of the session, or before the sign-in the
 * binding. Each call masks it with other random bits, so that the size of a compressed page says nothing about it.
 * `owner` says whose forms they are. */
export function csrfToken(secret: string, owner: Buffer = Buffer.alloc(0)): string {
  const plain = Buffer.concat([tokenOf(secret), owner])
  const mask = randomBytes(plain.length)
  return Buffer.concat([mask, xor(plain, mask)]).toString('base64url')
}

/** Whose forms they are, for `csrfToken`: nobody else can say so. */
export function ownerTag(env: Pick<PortalEnv, 'CALLER_SECRET'>, { kind, id }: PersonId): Buffer {
  const named = Buffer.alloc(OWNER_BYTES)
  named.writeUInt8(kind === 'user' ? 0 : 1)
  named.writeUInt32BE(id, 1)
  return Buffer.concat([named, keyedHash(env, 'form owner', `${kind} ${id}`).subarray(0, PROOF_BYTES)])
}

/** The person whose form carries this token, whatever session it is of. */
export function ownerOf(env: Pick<PortalEnv, 'CALLER_SECRET'>, token: unknown): PersonId | undefined {
  if (typeof token !== 'string') return undefined
  const tag = unmasked(Buffer.from(token, 'base64url')).subarray(TOKEN_BYTES)
  if (tag.length !== OWNER_BYTES + PROOF_BYTES) return undefined
  const owner: PersonId = { kind: tag.readUInt8() === 0 ? 'user' : 'staff', id: tag.readUInt32BE(1) }
  return timingSafeEqual(tag, ownerTag(env, owner)) ? owner : undefined
}

/** True when a page of this portal in this browser has sent the request, as far as its headers say. A browser that
 * sends neither `Sec-Fetch-Site` nor `Origin` is refused. */
export function isOwnOrigin({ headers }: Pick<FastifyRequest, 'headers'>, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === baseUrl : site === 'same-origin'
}

/** True for the token of a form that this portal has rendered for this secret. */
export function isOwnToken(secret: string | undefined, token: unknown): boolean {
  if (secret === undefined || typeof token !== 'string') return false
  const expected = tokenOf(secret)
  const actual = unmasked(Buffer.from(token, 'base64url')).subarray(0, TOKEN_BYTES)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

function tokenOf(secret: string): Buffer {
  return createHmac('sha256', secret).update('form').digest()
}

function unmasked(bytes: Buffer): Buffer {
  return xor(bytes.subarray(bytes.length / 2), bytes.subarray(0, bytes.length / 2))
}

function xor(bytes: Buffer, mask: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, index) => byte ^ (mask[index] ?? 0)))
}
