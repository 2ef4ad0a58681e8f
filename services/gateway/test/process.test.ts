import { freePort } from '@jobboard/stack/infra/free-port'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { expect, test } from 'vitest'
import { startAccounts } from './support/accounts.ts'
import { startWorld } from './support/fake-upstream.ts'
import { run as start } from './support/processes.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

const run = (env: Record<string, string>) => start('gateway', env)
const secret = { CALLER_SECRET: TEST_CALLER_SECRET }

test('the log has one line per request, and neither path text, query, headers nor keys', async () => {
  const [world, accounts] = await Promise.all([startWorld(), startAccounts('nats://127.0.0.1:9')])
  const { child, output, exit, ready } = run({
    ...secret,
    PORT: '0',
    ADMIN_PORT: '0',
    ADMIN_TOKEN,
    NODE_ENV: 'production',
    ...{ ACCOUNTS_URL: accounts.url, JOBS_URL: world.url },
  })
  const { url } = await ready()
  const { id, apiKey: key } = await accounts.mint()
  const mine = client(url, { authorization: `Bearer ${key}`, 'user-agent': 'sensitive-agent' })
  const answer = await mine.get('/api/v1/jobs/12345?q=sensitive-query')
  await mine.get('/api/v1/sensitive-path')
  expect((await mine.get(`/api/v1/jobs?api_key=${key}`)).status).toBe(400)
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
  const lines = output.stdout.split('\n').filter((line) => line.includes('"request"'))
  // Warming up leaves no line.
  expect(lines.length).toBeLessThan(50)
  const logged = lines.map((line) => JSON.parse(line)).find(({ key }) => key === `recruiter:${id}`)
  expect(logged).toMatchObject({
    method: 'GET',
    route: '/api/v1/jobs/{id}',
    status: 200,
    requestId: answer.headers.get('x-request-id'),
  })
  for (const text of ['sensitive', '12345', key, ADMIN_TOKEN])
    expect(output.stdout + output.stderr).not.toContain(text)
  await world.stop()
  await accounts.stop()
})

test('production mode without an admin token of its own: one sentence, exit code 1, no port open', async () => {
  const port = await freePort()
  const { output, exit } = run({ ...secret, PORT: String(port), NODE_ENV: 'production' })
  expect(await exit).toBe(1)
  expect(output.stderr).toMatch(/ADMIN_TOKEN: must be a token of your own/)
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
})

test.each([
  ['https://app.example.com,*', '*'],
  ['https://app.example.com/', 'https://app.example.com/'],
  ['https://app.example.com:443', 'https://app.example.com:443'],
  ['https://App.example.com', 'https://App.example.com'],
  ['app.example.com', 'app.example.com'],
  ['null', 'null'],
  ['ftp://app.example.com', 'ftp://app.example.com'],
])('a CORS_ORIGINS of %s is refused at the start: %s is no origin', async (list, bad) => {
  const { output, exit } = run({ ...secret, PORT: String(await freePort()), CORS_ORIGINS: list })
  expect(await exit).toBe(1)
  expect(output.stderr).toContain(`CORS_ORIGINS: ${bad} is not an origin such as https://app.example.com`)
})

test('a request that may take less long than its headers is refused at the start', async () => {
  const { output, exit } = run({
    ...secret,
    PORT: '0',
    HEADERS_TIMEOUT_MS: '2000',
    REQUEST_TIMEOUT_MS: '1000',
  })
  expect(await exit).toBe(1)
  expect(output.stderr).toMatch(/HEADERS_TIMEOUT_MS: must not be more than REQUEST_TIMEOUT_MS/)
})
