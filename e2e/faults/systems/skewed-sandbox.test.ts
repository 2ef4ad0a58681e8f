import { network } from '@jobboard/testkit/network'
import { openReceiver } from '@jobboard/testkit/receiver'
import { retrying } from '@jobboard/testkit/retrying-client'
import { expect, onTestFinished, test } from 'vitest'
import { services } from './skew.ts'
import { openSkewedSandbox } from './skewed-sandbox.ts'

test('beside services of its own release a sandbox is made, served, met by nobody live, and deleted; refusals would be found (P-901)', async () => {
  const [system, receiver] = await Promise.all([network(), openReceiver()])
  onTestFinished(() => Promise.all([system.stop(), receiver.close()]).then(() => {}))
  const { api } = system
  const sandbox = await openSkewedSandbox({ ...system, admin: retrying(system.admin), api, receiver })
  expect(await sandbox.check(new Set(services))).toEqual([])
  const withoutSearch = new Set(services.filter((name) => name !== 'search'))
  expect(await sandbox.check(withoutSearch)).toEqual(['sandbox: 200 from search, not 503'])
  await sandbox.retire()
  expect(sandbox.isThere()).toBe(false)
})
