import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, JobBoardError } from '../src/index.ts'
import { type FaultyServer, startFaultyServer } from './support/faulty-server.ts'

const apiKey = 'pk_live_do-not-print'
let server: FaultyServer

beforeAll(async () => {
  server = await startFaultyServer()
})
afterAll(() => server.stop())

const failure = async (status: number, body?: unknown, headers: Record<string, string> = {}) => {
  server.steps.push({ status, body, headers: { 'x-request-id': 'req-1', ...headers } })
  const client = createClient({ apiKey, baseUrl: server.url, maxRetries: 0, deadlineMs: 500 })
  return client.jobs.create({ title: 'Baker' }).catch((error) => error)
}

test.each([
  [400, 'invalid_request', 'InvalidRequestError'],
  [400, 'invalid_state', 'InvalidStateError'],
  [402, 'no_credits', 'NoCreditsError'],
  [403, 'insufficient_scope', 'PermissionError'],
  [404, 'not_found', 'NotFoundError'],
  [405, 'method_not_allowed', 'InvalidRequestError'],
  [409, 'already_applied', 'ConflictError'],
  [412, 'precondition_failed', 'PreconditionFailedError'],
  [413, 'payload_too_large', 'InvalidRequestError'],
  [415, 'unsupported_media_type', 'InvalidRequestError'],
  [418, 'a_later_code', 'JobBoardError'],
  [422, 'idempotency_key_reused', 'IdempotencyKeyReusedError'],
  [429, 'daily_apply_limit', 'RateLimitError'],
  [500, 'internal_error', 'ServerError'],
  [503, 'unavailable', 'ServerError'],
])('%s %s is a %s', async (status, code, name) => {
  const error = await failure(status, { code, message: 'Why.' }, { 'retry-after': '7' })
  expect(error).toBeInstanceOf(JobBoardError)
  expect(error).toMatchObject({ name, status, code, message: 'Why.', requestId: 'req-1', retryAfter: 7 })
})

test('401 with an empty body has a message that says what to check', async () => {
  const error = await failure(401)
  expect(error).toMatchObject({ name: 'AuthenticationError', status: 401, code: 'unauthorized' })
  expect(error.message).toContain('API key is not accepted')
})

test('400: details and field name what is invalid', async () => {
  const errors = [{ pointer: '/screeningQuestions/0/text', reason: 'must be a string' }]
  const error = await failure(400, {
    code: 'invalid_request',
    detail: 'Why.',
    title: 'Bad Request',
    errors,
  })
  expect(error).toMatchObject({ message: 'Why.', details: errors, field: 'screeningQuestions.0.text' })
})

test('helpUrl is the page that the response links to, on the origin of the API', async () => {
  const link = '</docs/guides/versions>; rel="other", </docs/guides/errors#no_credits>; rel="help"'
  const error = await failure(402, { code: 'no_credits', message: 'Why.' }, { link })
  expect(error.helpUrl).toBe(`${server.url}/docs/guides/errors#no_credits`)
  expect((await failure(402, { code: 'no_credits' })).helpUrl).toBeUndefined()
  expect((await failure(402, undefined, { link: '<http://[>; rel=help' })).helpUrl).toBeUndefined()
})

test('a redirect and a success that is not JSON say to check baseUrl', async () => {
  const redirect = await failure(302, undefined, { location: 'http://127.0.0.1:1/' })
  expect(redirect.message).toContain('check baseUrl')
  const page = await failure(200, '<html>')
  expect(page).toMatchObject({ code: 'not_json' })
  expect(page.message).toContain('text/html')
})

test('no connection is a ConnectionError with its cause', async () => {
  const client = createClient({ apiKey, baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })
  const error = await client.jobs.list().catch((reason) => reason)
  expect(error).toMatchObject({ name: 'ConnectionError', status: undefined, code: 'connection' })
  expect(error.cause).toBeInstanceOf(Error)
})

test('no error contains the API key', async () => {
  const errors = [await failure(401), await failure(500), await failure(200, '<html>')]
  for (const error of errors) {
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(apiKey)
  }
})

test('an invalid key, base URL, path parameter or header is a TypeError before anything is sent', async () => {
  expect(() => createClient({ apiKey: '', baseUrl: server.url })).toThrow('apiKey')
  expect(() => createClient({ apiKey: 'a b', baseUrl: server.url })).toThrow('apiKey')
  expect(() => createClient({ apiKey, baseUrl: 'api.example.com' })).toThrow('baseUrl')
  const sent = server.requests.length
  const client = createClient({ apiKey, baseUrl: server.url })
  await expect(client.tags.remove(1, '..')).rejects.toThrow('label')
  const badKey = client.jobs.create({ title: 'Baker' }, { idempotencyKey: 'a\nb' })
  await expect(badKey).rejects.toBeInstanceOf(TypeError)
  expect(server.requests).toHaveLength(sent)
})
