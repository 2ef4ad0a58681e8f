import { type Network, network } from '@jobboard/testkit/network'
import { bootPortal } from '@jobboard/testkit/portal'
import { afterAll, beforeAll, expect, test } from 'vitest'

let net: Network
beforeAll(async () => {
  net = await network({ only: ['accounts'] })
})
afterAll(() => net?.stop())

const statusOf = async (url: string) => (await (await fetch(`${url}/healthz/ready`)).json()).status

test('the gateway and a service are ready when the portal has stopped (P-462)', async () => {
  const portal = await bootPortal(net.services)
  expect(await statusOf(portal.url)).toBe('ready')
  await portal.stop()
  expect(await statusOf(net.gateway.url)).toBe('ready')
  expect(await statusOf(net.services.accounts.url)).toBe('ready')
})

test('the portal is ready without the services, and shows its pages (P-462)', async () => {
  const portal = await bootPortal({ accounts: { url: 'http://127.0.0.1:9' } })
  expect(await statusOf(portal.url)).toBe('ready')
  expect((await fetch(`${portal.pagesUrl}/sign-in`)).status).toBe(200)
  await portal.stop()
})
