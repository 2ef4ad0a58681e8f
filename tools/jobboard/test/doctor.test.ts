import { upstreamNames } from '@jobboard/contracts/services'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DoctorSystem, openDoctorSystem } from './support/doctor-system.ts'

let system: DoctorSystem
beforeAll(async () => {
  system = await openDoctorSystem()
})
afterAll(() => system?.stop())

test('a healthy system has no finding; what is not reachable is listed as not checked (P-220)', async () => {
  await system.expectHealthy()
  const text = await system.doctor()
  for (const check of [
    'ledger: every credit balance',
    'keys: ',
    'clocks: ',
    'search index: ',
    'portal: ready',
  ])
    expect(text.stdout).toContain(`ok    ${check}`)
  expect(text.stdout).toContain('not checked: secrets: there is no .env')
  const none = Object.fromEntries(upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, '']))
  const alone = await system.doctor([], { ...none, PORTAL_URL: '', DATABASE_URL: '' })
  expect(alone.stdout).toContain('not checked: the portal: set PORTAL_URL')
  expect(alone.stdout).toContain('not checked: streams, outboxes and consumers')
  expect(alone.stdout).toContain('not checked: ledger and search index')
})

test('2: the admin token is wrong', () =>
  system.expectFinding('admin api', 'fail', /token is not accepted/, { ADMIN_TOKEN: 'another-token' }))

test('2: a service does not respond', () =>
  system.expectFinding('services', 'fail', /jobs at http:\/\/127.0.0.1:9 does not respond/, {
    JOBS_URL: 'http://127.0.0.1:9',
  }))

test('2: the portal does not respond', () =>
  system.expectFinding('portal', 'fail', /does not respond: ECONNREFUSED. Everything else works/, {
    PORTAL_URL: 'http://127.0.0.1:9',
  }))

test('2: the databases cannot be reached', () =>
  system.expectFinding('database', 'fail', /cannot connect to the database of/, {
    DATABASE_URL: 'postgres://postgres:x@127.0.0.1:9/{service}',
  }))

test('1: a consumer has dead letters', async () => {
  await system.databases.query(
    'pipeline',
    `insert into dead_letter (consumer, event_id, subject, aggregate_id, aggregate_version, occurred_at, payload, error,
      attempts) select 'pipeline_job', gen_random_uuid(), 'evt.jobs.job.created.v1', '1', 1, now(), '{}', 'Error', 8`,
  )
  await system.expectFinding('dead letters', 'warn', /job of pipeline has 1/)
  await system.databases.query('pipeline', 'delete from dead_letter')
})

test('2: a balance is not the sum of its entries', async () => {
  await system.databases.query('jobs', `insert into credit_balance values (7, 'JobPosting', 3)`)
  await system.expectFinding(
    'ledger',
    'fail',
    /JobPosting balance of employer 7 is 3, its entries add up to 0/,
  )
  await system.databases.query('jobs', 'delete from credit_balance where employer_id = 7')
})

test('1: the search index lacks profiles', async () => {
  const profile = `insert into candidate (id, version, is_searchable, last_active_at, profile)
    select id, 1, true, now(), '{}' from generate_series(1000, 1200) as id`
  await system.databases.query('search', profile)
  await system.expectFinding('search profiles', 'warn', /search has 201 searchable profiles, candidate 0/)
  await system.databases.query('search', 'delete from candidate where id >= 1000')
})

test('2: an event stream does not exist', async () => {
  const { host, username, password } = new URL(system.nats.url)
  const nc = await connect({ servers: host, user: username, pass: decodeURIComponent(password) })
  const jsm = await jetstreamManager(nc)
  await jsm.streams.delete('EVT_WEBHOOK')
  // Has the subjects, so that no service can create the stream again.
  await jsm.streams.add({ name: 'OTHER', subjects: ['evt.webhook.>'] })
  await system.expectFinding('streams', 'fail', /the event stream of webhook does not exist/)
  await jsm.streams.delete('OTHER')
  await nc.close()
})
