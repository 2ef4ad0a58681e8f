import { bootCandidates } from '@jobboard/testkit/candidates'
import { openControllableNats } from '@jobboard/testkit/controllable-nats'
import { publishErased } from '@jobboard/testkit/erase-candidate'
import { eventually } from '@jobboard/testkit/eventually'
import { expect, test } from 'vitest'
import { removeEndedKeys } from '../src/keys/timers.ts'
import { bootAccounts } from './support/boot-accounts.ts'

test('the name of an erased candidate’s key is in no file of the key bucket, nor is that of a removed record', async () => {
  const nats = await openControllableNats()
  const candidates = await bootCandidates()
  const candidateId = await candidates.create()
  const accounts = await bootAccounts({ natsUrl: nats.url, env: { CANDIDATE_URL: candidates.url } })
  const mint = (name: string) => accounts.mintForCandidate(candidateId, { name })
  const record = (apiKey: string, version: number) =>
    eventually(`version ${version}`, async () => (await accounts.bucketRecord(apiKey))?.version === version)
  const rotated = await mint('key of Swanhildis')
  await record(rotated.apiKey, 1)
  const rotate = `/admin/v1/api-keys/${rotated.id}/rotate`
  const successor = (await accounts.admin.post(rotate, { overlapSeconds: 2_592_000 })).body
  await record(rotated.apiKey, 2)
  await record(successor.apiKey, 1)
  const removed = await mint('key of Brunhildis')
  await accounts.admin.delete(`/admin/v1/api-keys/${removed.id}`)
  await record(removed.apiKey, 2)
  const names = ['Swanhildis', 'Brunhildis']
  const onDisk = async () => {
    await nats.stopServer()
    const found = await Promise.all(names.map((name) => nats.storeHas(name)))
    await nats.start()
    await eventually('NATS is back', async () => accounts.deps.bus.isUp())
    return found
  }
  expect(await onDisk()).toEqual([true, true])

  accounts.deps.clock.advanceTo(accounts.deps.clock.offsetMs + 31 * 86_400_000)
  await removeEndedKeys.run(accounts.deps)
  expect(await accounts.bucketRecord(removed.apiKey)).toBeUndefined()
  expect(await onDisk()).toEqual([true, false])

  await publishErased(accounts, candidateId)
  await record(rotated.apiKey, 3)
  await record(successor.apiKey, 2)
  expect(await onDisk()).toEqual([false, false])
  await accounts.stop()
  await candidates.stop()
  await nats.stop()
})
