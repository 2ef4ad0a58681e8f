import { fromMessage } from '@jobboard/events/nats/message'
import type { HttpResponse } from '@jobboard/testkit/client'
import { eventually } from '@jobboard/testkit/eventually'
import { findTextInDatabase } from '@jobboard/testkit/find-text'
import { openReceiver, type Receiver } from '@jobboard/testkit/receiver'
import { retrying } from '@jobboard/testkit/retrying-client'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { meilisearchEnv } from '../services/search/test/support/indexed-search.ts'
import { openMeilisearch, type TestMeilisearch } from '../services/search/test/support/meilisearch.ts'
import { openOperator } from './support/operator.ts'
import { type Live, liveSteps, openLive, type Sandbox, SCOPES, sandboxSteps } from './support/worlds.ts'

// Two systems get the same calls of two live employers and a candidate, in a random order. In the first, two sandboxes are busy
// meanwhile. Whatever live callers and operators read must be the same in both, and no text of one world may reach another.

let busy: Live
let quiet: Live
let sandboxes: Sandbox[]
let receiver: Receiver
let server: TestMeilisearch | undefined
const lines: string[] = []
/** What consumers of live candidates alone read. */
const LIVE_SUBJECTS = /^(evt|state)\.candidate\.(profile|activity)\./

/** Every message of the streams of events and states. */
async function readStreams({ system }: Live): Promise<{ subject: string; text: string }[]> {
  const { jsm } = system.services.candidate.deps.bus
  const messages: { subject: string; text: string }[] = []
  for await (const { config, state } of jsm.streams.list()) {
    if (!/^(EVT|STATE)_/.test(config.name)) continue
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = await jsm.streams.getMessage(config.name, { seq }).catch(() => null)
      if (!message) continue
      const { event } = fromMessage({
        headers: message.header,
        subject: message.subject,
        data: message.data,
        seq,
      })
      messages.push({ subject: event.subject, text: event.data })
    }
  }
  expect(messages.length).toBeGreaterThan(100)
  return messages
}

/** A response without what differs between two systems: ids, times and places in lists. */
function aligned({ status, body }: HttpResponse): unknown {
  const text = JSON.stringify(body, (name, value) => {
    if (typeof value === 'number' && /id$/i.test(name)) return '#'
    if (/^(nextCursor|nextAfter|lastFour|medianSecondsInStatus)$/.test(name))
      return value === null ? null : '*'
    return value
  })
  return {
    status,
    body: text?.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'T').replace(/[\da-f]{8}-[\da-f-]{27}/g, 'U'),
  }
}

describe.each(['postgres', 'meilisearch'])('with %s', (engine) => {
  beforeAll(async () => {
    server = engine === 'meilisearch' ? await openMeilisearch() : undefined
    const env = server ? meilisearchEnv(server) : {}
    ;[busy, quiet, receiver] = await Promise.all([
      openLive((line) => lines.push(line), env),
      openLive(() => undefined, env),
      openReceiver(),
    ])
    const { make } = openOperator({ admin: retrying(busy.system.admin) })
    sandboxes = await Promise.all(
      busy.employers.map(async ({ id }, index) => {
        const sandbox = await make('POST', `/employers/${id}/sandbox`)
        const { apiKey } = await make('POST', `/employers/${sandbox.id}/api-keys`, {
          name: 't',
          scopes: SCOPES,
        })
        expect(apiKey).toMatch(/^pk_test_/)
        const as = (key: string) => retrying(busy.system.api(key))
        return { token: `zq${index}token`, url: receiver.url, api: as(apiKey), as, jobIds: [] }
      }),
    )
  })
  afterAll(async () => {
    await Promise.all([busy?.system.stop(), quiet?.system.stop()])
    await Promise.all([busy?.receiver.close(), quiet?.receiver.close(), receiver?.close()])
    await server?.stop()
  })

  const liveCommand = fc.record({
    step: fc.constantFrom(...Object.keys(liveSteps)),
    of: fc.constantFrom(0, 1),
    meanwhile: fc.array(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(...Object.keys(sandboxSteps))), {
      minLength: 1,
      maxLength: 3,
    }),
  })

  test('live callers read the same whether sandboxes are busy or not, and no text crosses (P-930)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(liveCommand, { minLength: 8, maxLength: 12 }), async (commands) => {
        for (const { step, of, meanwhile } of [...commands, { step: 'lists', of: 0, meanwhile: [] }]) {
          const [onBusy, onQuiet] = await Promise.all([
            liveSteps[step]!(busy, of),
            liveSteps[step]!(quiet, of),
            ...meanwhile.map(async ([index, name]) => {
              const sandbox = sandboxes[index]!
              const others = [sandboxes[1 - index]!.token, 'livmore', 'live.example']
              for (const { status, text } of await sandboxSteps[name]!(sandbox)) {
                expect(status, `${name} ${text}`).toBeLessThan(500)
                for (const other of others) expect(text.toLowerCase()).not.toContain(other)
              }
            }),
          ])
          expect(onBusy.map(aligned)).toEqual(onQuiet.map(aligned))
          for (const { text } of onBusy) expect(text).not.toMatch(/zq\dtoken|sandbox/i)
        }
      }),
      { numRuns: 3, endOnFailure: true },
    )
  })

  const TOKENS = ['zq0token', 'zq1token']
  /** Tables that only live searches and lists read. */
  const LIVE_TABLES =
    /^(active_job|candidate|candidate_document|cv_word|removed_word|pending_change|copy_to_fill)\./

  test('what sandboxes have written is in no live table, metric, log line, audit or webhook (P-930)', async () => {
    // Each has something to be found by.
    for (const sandbox of sandboxes) {
      const made = [...(await sandboxSteps.publish!(sandbox)), ...(await sandboxSteps.webhook!(sandbox))]
      expect(made.map(({ status }) => status)).toEqual([201, 200, 201, 200])
      await eventually('a candidate has the token', async () => {
        await sandboxSteps.candidate!(sandbox)
        const found = await sandbox.api.post('/api/v1/candidates/search', { query: sandbox.token })
        return found.body.total > 0
      })
      const [applied] = await sandboxSteps.apply!(sandbox)
      expect([applied!.status, applied!.text]).toEqual([201, expect.any(String)])
      await eventually('a webhook of the sandbox', async () => receiver.received.length > 0)
    }
    for (const { headers, raw } of receiver.received) {
      expect(headers['x-sandbox']).toBe('true')
      expect(raw).not.toContain('livmore')
    }

    const typesOf = ({ receiver: { received } }: Live) => received.map(({ body }) => body.type).sort()
    await eventually('live webhooks', async () => busy.receiver.received.length >= typesOf(quiet).length)
    expect(typesOf(busy)).toEqual(typesOf(quiet))
    for (const { headers, raw } of busy.receiver.received) {
      expect(headers['x-sandbox']).toBeUndefined()
      expect(raw).not.toMatch(/zq\dtoken|sandbox/i)
    }

    const auditOf = async ({ system }: Live) => {
      const { body } = await system.admin.get('/admin/v1/audit?pageSize=100')
      return body.items
        .map((row: { service: string; action: string }) => `${row.service} ${row.action}`)
        .sort()
    }
    const changes = (await auditOf(busy)).filter((change: string) => change !== 'accounts create-sandbox')
    expect(changes).toEqual(await auditOf(quiet))

    const { services, gateway } = busy.system
    for (const url of [gateway.adminUrl, ...Object.values(services).map((service) => service.url)]) {
      const metrics = await (await fetch(`${url}/metrics`)).text()
      expect(metrics).not.toMatch(/zq\dtoken/)
    }
    for (const line of lines) expect(line).not.toMatch(/zq\dtoken/)

    for (const name of ['jobs', 'search'] as const) {
      const found = await findTextInDatabase(services[name].databaseUrl, [...TOKENS, 'sandbox.invalid'])
      expect(found.length, name).toBeGreaterThan(0)
      expect(found.filter((place) => LIVE_TABLES.test(place))).toEqual([])
    }
    const candidatesOf = ({ system }: Live) =>
      system.services.search.deps.db.sql<{ count: number }>`select count(*) from candidate`
    expect(await candidatesOf(busy)).toEqual(await candidatesOf(quiet))
    for (const { subject, text } of await readStreams(busy)) {
      if (!/zq\dtoken|sandbox\.invalid/.test(text)) continue
      expect(subject).not.toMatch(LIVE_SUBJECTS)
      // What all read is of no live employer.
      const owners = [...text.matchAll(/"(?:sandboxId|employerId)":(\d+)/g)].map(([, id]) => Number(id))
      for (const { id } of busy.employers) expect(owners, subject).not.toContain(id)
    }
    const ofSandboxes = await findTextInDatabase(services.search.databaseUrl, ['livmore'])
    expect(ofSandboxes.filter((place) => place.startsWith('sandbox_'))).toEqual([])
  })
})
