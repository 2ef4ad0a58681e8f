import { eventually } from '@jobboard/testkit/eventually'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJobboard } from './support/run-jobboard.ts'

let net: Network
beforeAll(async () => {
  net = await network()
})
afterAll(() => net?.stop())

const run = (...args: string[]) =>
  runJobboard(args, { ADMIN_URL: net.gateway.adminUrl, ADMIN_TOKEN: net.adminToken })

test('sandbox create prints only the key; list shows it; delete wants --confirm and ends the key', async () => {
  const employerId = /\d+/.exec((await run('employer', 'create', 'Nordlys Shipping')).stdout)![0]
  const of = ['--employer', employerId]
  const created = await run('sandbox', 'create', ...of)
  expect(created).toMatchObject({ code: 0, stdout: expect.stringMatching(/^pk_test_\w{42}\n$/) })
  const id = new RegExp(`^sandbox (\\d+) of employer ${employerId}\n$`).exec(created.stderr)![1]!
  const own = await net.api(created.stdout.trim()).get('/api/v1/sandbox')
  expect([own.status, own.body.id, own.body.candidates]).toEqual([200, Number(id), 40])
  const again = await run('sandbox', 'create', ...of)
  expect(again).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(`employer ${id}`) })

  const listed = await run('sandbox', 'list')
  expect(listed.stdout).toMatch(/^ID +EMPLOYER +MADE +LAST CALL +ENDS\n/)
  expect(listed.stdout).toMatch(new RegExp(`\n${id} +${employerId} `))
  expect(await run('sandbox', 'delete', ...of)).toMatchObject({ code: 2, stdout: '' })
  expect(await run('sandbox', 'delete', ...of, '--confirm')).toMatchObject({
    code: 0,
    stdout: `the sandbox of employer ${employerId} is deleted\n`,
  })
  await eventually('the key is refused', async () => {
    return (await net.api(created.stdout.trim()).get('/api/v1/sandbox')).status === 401
  })
  expect((await run('sandbox', 'list')).stdout).not.toMatch(new RegExp(`\n${id} `))
})
