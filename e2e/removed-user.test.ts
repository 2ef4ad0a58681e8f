import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOperator } from './support/operator.ts'

let system: Network
beforeAll(async () => {
  system = await network({ only: ['accounts', 'pipeline'] })
})
afterAll(() => system?.stop())

test('403 unattributable: a key whose user was removed, for notes and scorecards through the gateway, until it is moved; the rest works (D-67)', async () => {
  const { make, newEmployer } = openOperator(system)
  const employerId = await newEmployer()
  const newUser = async (email: string): Promise<number> =>
    (await make('POST', `/employers/${employerId}/users`, { name: 'Rex', email, role: 'Recruiter' })).id
  const [leaves, stays] = [await newUser('rex@example.test'), await newUser('ada@example.test')]
  const form = { name: 'ATS', scopes: ['Applications', 'JobPosting'], userId: leaves }
  const { id: keyId, apiKey } = await make('POST', `/employers/${employerId}/api-keys`, form)
  const key = system.api(apiKey)
  // No object is there: the author is checked before it and before the body (D-30).
  const writes = () =>
    Promise.all([
      key.post('/api/v1/applications/1/notes', { text: 'x' }),
      key.put('/api/v1/notes/1', {}),
      key.delete('/api/v1/notes/1'),
      key.put('/api/v1/applications/1/scorecards/phone', { recommendation: 'Yes' }),
      key.delete('/api/v1/applications/1/scorecards/phone'),
    ])
  const codes = async () => (await writes()).map(({ status, body }) => `${status} ${body.code}`)
  const each = (code: string) => Array(5).fill(code)
  const [created, changed, ...others] = await codes()
  expect([created, changed, others]).toEqual([
    '404 not_found',
    '400 invalid_request',
    each('404 not_found').slice(2),
  ])

  expect((await system.admin.delete(`/admin/v1/employers/${employerId}/users/${leaves}`)).status).toBe(204)
  // One call at a time: a key has 100 a minute.
  await eventually('the gateway knows', async () => (await key.put('/api/v1/notes/1', {})).status === 403)
  expect(await codes()).toEqual(each('403 unattributable'))
  expect((await key.get('/api/v1/applications')).status).toBe(200)

  expect((await system.admin.put(`/admin/v1/api-keys/${keyId}/user`, { userId: stays })).status).toBe(200)
  await eventually('the gateway knows', async () => (await key.put('/api/v1/notes/1', {})).status === 400)
  expect((await codes())[0]).toBe('404 not_found')
})
