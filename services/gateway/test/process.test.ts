import { freePort } from '@jobboard/stack/infra/free-port'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { client } from '@jobboard/testkit/client'
import { expect, test } from 'vitest'
import { startAccounts } from './support/accounts.ts'
import { startFakeUpstream } from './support/fake-upstream.ts'
import { startProcess } from './support/service-process.ts'
import { ADMIN_TOKEN } from './support/setup.ts'

const run = (env: Record<string, string>) => startProcess('gateway', env)
const secret = { CALLER_SECRET: TEST_CALLER_SECRET }

test('the access log has one line per request, without path, query, headers or keys', async () => {
  const [upstream, accounts] = await Promise.all([startFakeUpstream(), startAccounts('nats://127.0.0.1:9')])
  const { child, output, exit, ready } = run({
    ...secret,
    PORT: '0',
    ADMIN_PORT: '0',
    ADMIN_TOKEN,
    NODE_ENV: 'production',
    WARM_UP_REQUESTS: '100',
    ...{ ACCOUNTS_URL: accounts.url, JOBS_URL: upstream.url },
  })
  const { url } = await ready()
  const { id, apiKey: key } = await accounts.mint()
  const mine = client(url, { authorization: `Bearer ${key}`, 'user-agent': 'sensitive-agent' })
  const response = await mine.get('/api/v1/jobs/12345?q=sensitive-query')
  await mine.get('/api/v1/sensitive-path')
  expect((await mine.get(`/api/v1/jobs?api_key=${key}`)).status).toBe(400)
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
  const lines = output.stdout.split('\n').filter((line) => line.includes('"request"'))
  // The 100 requests of the warm-up are not logged.
  expect(lines.length).toBeLessThan(50)
  const logged = lines.map((line) => JSON.parse(line)).find(({ key }) => key === `recruiter:${id}`)
  expect(logged).toMatchObject({
    method: 'GET',
    route: '/api/v1/jobs/{id}',
    status: 200,
    requestId: response.headers.get('x-request-id'),
  })
  for (const text of ['sensitive', '12345', key, ADMIN_TOKEN])
    expect(output.stdout + output.stderr).not.toContain(text)
  await upstream.stop()
  await accounts.stop()
})

test('production mode with the default admin token: one sentence, exit code 1, no open port', async () => {
  const port = await freePort()
  const { output, exit } = run({ ...secret, PORT: String(port), NODE_ENV: 'production' })
  expect(await exit).toBe(1)
  expect(output.stderr).toMatch(/ADMIN_TOKEN: must be a token of your own/)
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
})
