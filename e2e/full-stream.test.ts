import { readersOf, upstreamNames } from '@jobboard/contracts/services'
import { streamName } from '@jobboard/events/nats/topology'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'

let system: Network
beforeAll(async () => {
  system = await network()
})
afterAll(() => system?.stop())

test('every durable on a stream is one that must acknowledge, and the reverse (P-282)', async () => {
  for (const name of upstreamNames) {
    const { jsm } = system.services[name].deps.bus
    const durables = async () => {
      const names: string[] = []
      for await (const one of jsm.consumers.list(streamName(name))) names.push(one.name.replace(/_\d+$/, ''))
      return names.toSorted()
    }
    await expect.poll(durables, { message: name }).toEqual([...readersOf[name]].toSorted())
  }
})
