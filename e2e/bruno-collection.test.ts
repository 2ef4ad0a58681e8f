import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Demo } from '@jobboard/jobboard/demo/demo-file'
import { seed } from '@jobboard/jobboard/demo/seed'
import { printBruno } from '@jobboard/openapi/bruno'
import { root } from '@jobboard/stack/settings'
import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCollection } from './support/run-collection.ts'

// `npm run do -- bruno` writes a collection of every operation, and people run all of it.
let system: Network
let demo: Demo
beforeAll(async () => {
  system = await network()
  const { gateway, adminToken } = system
  const addresses = { baseUrl: gateway.url, adminUrl: gateway.adminUrl, adminToken }
  demo = await seed(addresses, undefined, () => {})
}, 120_000)
afterAll(() => system?.stop())

/** What the collection must leave as it was. */
async function stateOfDemo() {
  const [employer] = demo.employers
  const [candidate] = demo.candidates
  const api = system.api(employer!.apiKey)
  const me = system.api(candidate!.apiKey)
  const jobs = (await api.get('/api/v1/jobs?pageSize=100')).body.items as { id: number }[]
  const { updatedAt: _, lastActiveAt: __, ...profile } = (await me.get('/api/v1/me/profile')).body
  return {
    jobs: jobs.filter(({ id }) => id <= 2),
    profile,
    consent: (await me.get('/api/v1/me/consent')).body,
    users: (await api.get('/api/v1/employer/users')).body,
  }
}

test('running the whole collection twice changes and removes only what it has made', async () => {
  const before = await stateOfDemo()
  const document = JSON.parse(readFileSync(join(root, 'openapi', 'v1.json'), 'utf8'))
  const files = printBruno(document, {
    baseUrl: system.gateway.url,
    recruiterKey: demo.employers[0]!.apiKey,
    candidateKey: demo.candidates[0]!.apiKey,
    candidateId: demo.candidates[0]!.id,
  })
  for (let run = 0; run < 2; run++) {
    const recruiter = system.api(demo.employers[0]!.apiKey)
    const results = await runCollection(files, (variable) =>
      eventually('the recruiter can read the application', async () => {
        const path = `/api/v1/applications/${variable('applicationId')}`
        return (await recruiter.get(path)).status === 200
      }),
    )
    const skipped = results.filter(({ status }) => status === undefined).map(({ name }) => name)
    expect(skipped.sort()).toEqual([
      'erase-me',
      'renew-consent',
      'replace-rejection-reasons',
      'rotate-own-key',
      'update-profile',
      'withdraw-consent',
    ])
    // On a busy machine the system may be not ready for a moment.
    const refused = results.filter(
      ({ name, status }) => name !== 'health' && status !== undefined && status >= 400,
    )
    // The scorecard is read before it is written.
    expect(refused.map(({ name, status }) => `${status} ${name}`)).toEqual(['404 get-scorecard'])
    expect(results).toHaveLength(
      Object.values(document.paths).flatMap((one) => Object.keys(one as object)).length,
    )
    expect(await stateOfDemo()).toEqual(before)
  }
})
