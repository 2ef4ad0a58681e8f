import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { retryAfterSeconds } from '../src/http/error-response.ts'
import { delayBefore } from '../src/http/send.ts'
import { createClient, JobBoardError, verifyWebhook, type WebhookDelivery } from '../src/index.ts'
import { type Step, startFaultyServer } from './support/faulty-server.ts'

// Both clients behave as `clients/behaviour.json` says: each row is a test here and one of the Python client (P-607).

type TableStep = { status: number; code?: string; text?: string; retryAfter?: string; location?: string }

interface CallRow {
  name: string
  call: 'get' | 'post' | 'put' | 'delete'
  steps: (TableStep | Extract<Step, string>)[]
  sent: number
  result: 'ok' | 'misuse' | { status?: number; code: string; retryAfterSeconds?: number }
  maxRetries?: number
  timeoutSeconds?: number
  idempotencyKey?: string
}

interface Delivery {
  payload: string
  payloadAs: 'bytes' | 'text' | 'buffer' | 'view' | 'parsed' | 'missing'
  payloadBase64?: string
  headers: string | null | Record<string, string | string[]>
  headersAs: 'value' | 'object' | 'capitals' | 'lists' | 'pairs' | 'headers'
  secrets: string[]
  now: number
  toleranceSeconds?: number
  result: string
}

interface Table {
  retryAfter: { now: string; rows: { header: string | null; seconds: number | null }[] }
  waits: { attempts: number; retryAfterSeconds: number | null; shortest: number; longest: number }[]
  calls: CallRow[]
  deliveries: { defaults: Delivery; rows: ({ name: string } & Partial<Delivery>)[] }
}

const file = new URL('../../../clients/behaviour.json', import.meta.url)
const { retryAfter, waits, calls, deliveries }: Table = JSON.parse(readFileSync(file, 'utf8'))

test.each(retryAfter.rows)('Retry-After: $header is $seconds', ({ header, seconds }) => {
  expect(retryAfterSeconds(header, Date.parse(retryAfter.now)) ?? null).toBe(seconds)
})

test.each(waits)(
  'after $attempts attempts, Retry-After $retryAfterSeconds: $shortest to $longest s',
  (row) => {
    const error = new JobBoardError({ message: '', retryAfterSeconds: row.retryAfterSeconds ?? undefined })
    const attempts = { failures: row.attempts, refusals: 0 }
    expect(delayBefore(error, attempts, 0)).toBeCloseTo(row.shortest * 1_000)
    expect(delayBefore(error, attempts, 1)).toBeCloseTo(row.longest * 1_000)
  },
)

const job = { title: 'Baker' }

function toStep(step: CallRow['steps'][number]): Step {
  if (typeof step === 'string') return step
  const { status, code, text, location } = step
  return {
    status,
    headers: {
      ...(step.retryAfter !== undefined && { 'retry-after': step.retryAfter }),
      ...(location !== undefined && { location }),
    },
    body: code === undefined ? text : { code, message: 'No.' },
  }
}

describe.concurrent('calls', () => {
  test.each(calls)('$name', async ({ call, steps, sent, result, ...row }) => {
    const server = await startFaultyServer()
    server.steps.push(...steps.map(toStep))
    const { maxRetries = 4, timeoutSeconds = 30, idempotencyKey } = row
    const client = createClient({
      apiKey: 'pk_live_x',
      baseUrl: server.url,
      maxRetries,
      timeoutMs: timeoutSeconds * 1_000,
    })
    const options = idempotencyKey === undefined ? {} : { idempotencyKey }
    const started = {
      get: () => client.jobs.get(7),
      post: () => client.jobs.create(job, options),
      put: () => client.jobs.update(7, job),
      delete: () => client.jobs.close(7, options),
    }[call]()
    const error = await started.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    const { requests } = server
    await server.stop()
    const keys = [...new Set(requests.map(({ headers }) => headers['idempotency-key']))]
    expect(requests).toHaveLength(sent)
    expect(new Set(requests.map(({ body }) => JSON.stringify(body))).size).toBe(Math.min(sent, 1))
    expect(keys).toHaveLength(Math.min(sent, 1))
    if (call === 'get' || call === 'put') expect(keys).toEqual([undefined])
    if (idempotencyKey) expect(keys).toEqual([idempotencyKey])
    if (result === 'ok') return expect(error).toBeUndefined()
    if (result === 'misuse') return expect(error).toBeInstanceOf(TypeError)
    expect(error).toBeInstanceOf(JobBoardError)
    const { status, code, retryAfter: retryAfterSeconds, idempotencyKey: key } = error as JobBoardError
    expect(JSON.parse(JSON.stringify({ status, code, retryAfterSeconds }))).toEqual(result)
    expect(key).toBe(keys[0])
  })
})

function toPayload({ payload, payloadBase64, payloadAs }: Delivery): unknown {
  const bytes = Buffer.from(payloadBase64 ?? payload, payloadBase64 === undefined ? 'utf8' : 'base64')
  const surrounded = Buffer.concat([Buffer.from('-'), bytes, Buffer.from('-')])
  return {
    bytes: () => new Uint8Array(bytes),
    text: () => bytes.toString(),
    buffer: () => new Uint8Array(bytes).buffer,
    view: () => new DataView(new Uint8Array(surrounded).buffer, 1, bytes.length),
    parsed: () => JSON.parse(bytes.toString()),
    missing: () => undefined,
  }[payloadAs]()
}

function toHeaders({ headers, headersAs }: Delivery): WebhookDelivery['header'] {
  if (typeof headers === 'string' || headers === null) return headers
  const entries = Object.entries(headers)
  const capital = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
  return {
    value: () => headers,
    object: () => headers,
    capitals: () => Object.fromEntries(entries.map(([name, value]) => [capital(name), value])),
    lists: () => Object.fromEntries(entries.map(([name, value]) => [name, [value].flat()])),
    pairs: () => entries as [string, string][],
    headers: () => new Headers(entries as [string, string][]),
  }[headersAs]()
}

test.each(deliveries.rows)('delivery: $name', async (row) => {
  const delivery = { ...deliveries.defaults, ...row }
  const { secrets, now, toleranceSeconds, result, payload } = delivery
  for (const secret of secrets.length === 1 ? [secrets, secrets[0]!] : [secrets]) {
    const event = verifyWebhook({
      payload: toPayload(delivery) as string,
      header: toHeaders(delivery),
      secret,
      now: new Date(now * 1_000),
      ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    })
    if (result === 'ok') await expect(event).resolves.toEqual(JSON.parse(payload))
    else if (result === 'misuse') await expect(event).rejects.toBeInstanceOf(TypeError)
    else await expect(event).rejects.toMatchObject({ name: 'WebhookVerificationError', code: result })
  }
})
