import { listUsersOfEmployer, updateUser } from '@jobboard/contracts/employers/users'
import { ApiError } from '@jobboard/contracts/error'
import {
  listRecruiterKeys,
  mintRecruiterKey,
  readKey,
  revokeKey,
  rotateKey,
} from '@jobboard/contracts/keys/admin'
import { beforeAll, expect, test } from 'vitest'
import { afterTheFirst, ask } from '../../src/peers/ask.ts'
import { type PortalSystem, sharedPortalSystem } from '../support/portal-system.ts'

let system: PortalSystem
beforeAll(async () => {
  system = await sharedPortalSystem()
})

type Asked = Parameters<typeof ask>
const askAs = (person: Asked[1], endpoint: Asked[2], input: Asked[3]) =>
  ask(system.portal.deps, person, endpoint, input, {}, () => {}) as Promise<never>

test('404: keys and users of another employer, whatever the path says (P-441)', async () => {
  const [own, other] = [
    await system.employerWithUser('EmployerAdmin'),
    await system.employerWithUser('EmployerAdmin'),
  ]
  const body = { name: 'site', scopes: ['Applications'] }
  const minted = await askAs(other, mintRecruiterKey, {
    params: { employerId: other.employerId },
    body,
  } as never)
  const { id: keyId } = minted as { id: number }
  const params = { keyId }
  await expect(askAs(own, revokeKey, { params })).rejects.toMatchObject({ code: 'not_found' })
  await expect(askAs(own, readKey, { params })).rejects.toMatchObject({ code: 'not_found' })
  await expect(askAs(own, rotateKey, { params, body: {} } as never)).rejects.toMatchObject({
    code: 'not_found',
  })
  const foreignUser = { params: { employerId: other.employerId, userId: other.id }, body: { name: 'Eve' } }
  await expect(askAs(own, updateUser, foreignUser as never)).rejects.toMatchObject({ code: 'not_found' })
  const users = await askAs(own, listUsersOfEmployer, { params: { employerId: other.employerId } })
  expect((users as { id: number }[]).map(({ id }) => id)).toEqual([own.id])
  const keys = (await askAs(other, listRecruiterKeys, { params: {} })) as { id: number; status: string }[]
  expect(keys).toMatchObject([{ id: keyId, status: expect.not.stringContaining('Revoked') }])
})

test('a request reads a key once to see whose it is, and one of another employer never counts as its own (P-441)', async () => {
  const [own, other] = [
    await system.employerWithUser('EmployerAdmin'),
    await system.employerWithUser('EmployerAdmin'),
  ]
  const mint = async (person: typeof own) => {
    const input = {
      params: { employerId: person.employerId },
      body: { name: 'site', scopes: ['Applications'] },
    }
    return ((await askAs(person, mintRecruiterKey, input as never)) as { id: number }).id
  }
  const [keyId, foreign] = [await mint(own), await mint(other)]
  const { deps } = system.portal
  const called: string[] = []
  const call = ((endpoint, ...rest) => {
    called.push(endpoint.name)
    return deps.call(endpoint, ...rest)
  }) as typeof deps.call
  const asking = { env: deps.env, call, ownKeys: new Set<string>() }
  const inRequest = (endpoint: Asked[2], id: number) =>
    ask(asking, own, endpoint, { params: { keyId: id } }, {}, () => {})
  for (const endpoint of [readKey, revokeKey, readKey, revokeKey]) {
    await expect(inRequest(endpoint, foreign)).rejects.toMatchObject({ code: 'not_found' })
  }
  called.length = 0
  await inRequest(readKey, keyId)
  await inRequest(revokeKey, keyId)
  expect(called).toEqual(['read-key', 'revoke-key'])
})

test('a form whose first request runs on is unfinished, and not refused: a refused one would get a new operation and be sent twice (P-444)', async () => {
  const running = async () => {
    throw new ApiError('idempotency_in_progress', 'The first request runs.')
  }
  await expect(afterTheFirst(running, 0)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  const refusing = async () => {
    throw new ApiError('invalid_state', 'No.')
  }
  await expect(afterTheFirst(refusing, 0)).rejects.toMatchObject({ code: 'invalid_state' })
})

test('403: what the role may not call is never sent (P-440)', async () => {
  const person = await system.employerWithUser('Recruiter')
  const refused = askAs(person, listRecruiterKeys, { params: { employerId: person.employerId } })
  await expect(refused).rejects.toMatchObject({
    code: 'insufficient_scope',
    message: expect.stringContaining('Recruiter'),
  })
})
