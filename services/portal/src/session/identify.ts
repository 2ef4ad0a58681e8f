import { isDeepStrictEqual } from 'node:util'
import { ApiError } from '@jobboard/contracts/error'
import type { FastifyRequest } from 'fastify'
import type { PortalDeps } from '../env.ts'
import { enterSandbox, type Person, readPerson } from '../person/person.ts'
import { readCookie } from './cookies.ts'
import {
  deletePreferences,
  endSessions,
  findSession,
  setInSandbox,
  type UsedSession,
  updatePerson,
} from './session.ts'

export interface Identity {
  person: Person
  /** The token of the session: the secret of its forms. */
  token: string
  /** False: accounts cannot be reached, and the person is as last read. */
  isCurrent: boolean
}

/** The session of the cookie, with the person as last read. Without `isUse` it is only looked at: a page left open does not
 * keep it alive. */
export async function readSession(
  { env, db, now }: Pick<PortalDeps, 'env' | 'db' | 'now'>,
  request: FastifyRequest,
  isUse = true,
): Promise<FoundSession | undefined> {
  const token = readCookie(env, request, 'session')
  const session = token ? await findSession(db.sql, token, env, now(), isUse) : undefined
  return token && session ? { ...session, token } : undefined
}

export type FoundSession = UsedSession & { token: string }

/** The person of a session. Accounts is asked each time, so a changed role counts and a removed person is signed out with the
 * next request; while accounts is down, nobody's role can change there, and the one last read serves. */
export async function identify(
  deps: PortalDeps,
  { id: sessionId, person: before, token, inSandbox }: FoundSession,
  requestId: string,
): Promise<Identity | undefined> {
  try {
    const person = await readPerson(deps, before, requestId)
    if (!person) {
      await endSessions(deps.db.sql, before)
      await deletePreferences(deps.db.sql, before)
      return undefined
    }
    if (!isDeepStrictEqual(person, before)) await updatePerson(deps.db.sql, sessionId, person)
    const inside = inSandbox && person.kind === 'user' && (await enterSandbox(deps, person, requestId))
    // Forms of the live pages are not taken in the sandbox, nor the reverse.
    if (inside) return { person: inside, token: `${token} sandbox`, isCurrent: true }
    if (inSandbox) await setInSandbox(deps.db.sql, sessionId, false)
    return { person, token, isCurrent: true }
  } catch (error) {
    // Who works in the sandbox must not act outside of it.
    if (inSandbox || !(error instanceof ApiError) || error.code !== 'unavailable') throw error
    return { person: before, token, isCurrent: false }
  }
}
