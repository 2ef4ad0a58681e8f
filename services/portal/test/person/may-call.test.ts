import { endpoints } from '@jobboard/contracts/endpoints'
import { expect, test } from 'vitest'
import { mayCall, type Role, roles } from '../../src/person/person.ts'

const namesFor = (role: Role) => endpoints.filter((each) => mayCall(role, each)).map(({ name }) => name)
const ownKey = ['get-key', 'get-key-usage', 'rotate-own-key', 'revoke-own-key']

test('an Interviewer reads applications and writes notes and scorecards, and nothing else (P-440)', () => {
  const names = namesFor('Interviewer')
  const changes = endpoints.filter(({ name, method }) => names.includes(name) && method !== 'GET')
  expect(changes.map(({ name }) => name).toSorted()).toEqual([
    'create-note',
    'delete-note',
    'delete-scorecard',
    'put-scorecard',
    'update-note',
  ])
  expect(names).toContain('get-application')
  expect(
    names.filter((name) => /key|user|webhook|credit|search|unlock|publish|candidate/.test(name)),
  ).toEqual(['list-employer-users'])
})

test('a Recruiter may call what a key without Webhooks may, an EmployerAdmin webhooks, keys and users too (P-440)', () => {
  const [recruiter, admin] = [namesFor('Recruiter'), namesFor('EmployerAdmin')]
  const isOfAdmin = ({ name }: { name: string }) => admin.includes(name) && !recruiter.includes(name)
  expect(recruiter.filter((name) => !admin.includes(name))).toEqual([])
  const more = endpoints.filter(isOfAdmin)
  expect(
    more
      .filter(({ plane }) => plane === 'admin')
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([
    'create-sandbox',
    'create-user',
    'delete-sandbox',
    'delete-user',
    'get-employer',
    'get-employer-settings',
    'get-key-usage-of',
    'list-employer-audit',
    'list-mails',
    'list-recruiter-keys',
    'list-users-of-employer',
    'mint-recruiter-key',
    'read-key',
    'revoke-key',
    'rotate-key',
    'set-key-user',
    'update-employer-settings',
    'update-user',
  ])
  for (const { plane, scopes } of more) expect(plane === 'admin' || scopes?.includes('Webhooks')).toBe(true)
  expect([...recruiter, ...admin].filter((name) => ownKey.includes(name))).toEqual([])
})

test('staff call the Admin API alone, a viewer to read (P-440)', () => {
  const admin = endpoints.filter(({ plane }) => plane === 'admin')
  expect(namesFor('operator')).toEqual(admin.map(({ name }) => name))
  expect(namesFor('viewer')).toEqual(admin.filter(({ method }) => method === 'GET').map(({ name }) => name))
})

test('nobody calls an endpoint of services or of candidates (P-440)', () => {
  const names = roles.flatMap(namesFor)
  const called = endpoints.filter(({ name }) => names.includes(name))
  expect(
    called.filter(({ plane, keys }) => plane === 'internal' || (keys && !keys.includes('recruiter'))),
  ).toEqual([])
})
