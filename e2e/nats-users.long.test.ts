import { stateOwners } from '@jobboard/contracts/services'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ComposedNats, openComposedNats } from './support/composed-nats.ts'
import { openOperator } from './support/operator.ts'

let nats: ComposedNats
let system: Network
beforeAll(async () => {
  nats = await openComposedNats()
  system = await network({ natsUrl: nats.url, envOf: nats.credentials })
})
afterAll(async () => {
  await system?.stop()
  await nats?.stop()
})

// A resync waits until the stream of the states is 15 s old.
test('a resync of each service and a rebuild of the metrics finish, each service as its own user of NATS', async () => {
  const { make, newEmployer, newCandidate } = openOperator(system)
  await newEmployer()
  await newCandidate()
  await make('POST', '/metrics/rebuild')
  for (const service of stateOwners) {
    const { resyncId } = await make('POST', '/resync', { service })
    const finishedAt = async () => (await make('GET', `/resync/${resyncId}`)).finishedAt
    await expect.poll(finishedAt, { message: service }).not.toBeNull()
  }
  expect(nats.log()).not.toContain('Violation')
})
