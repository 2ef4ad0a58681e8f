import { natsInfo } from '@jobboard/stack/infra/nats/launch'
import { expect, test } from 'vitest'
import { prepareContainer, usesContainer } from '../src/containers.ts'
import { openNats } from '../src/infra.ts'
import { openMeilisearch } from '../src/meilisearch.ts'

// Only where Docker runs and this machine has no Meilisearch: the setup of the run has looked.
const hasDocker = usesContainer('meilisearch')

test.skipIf(!hasDocker)(
  'Docker: a Meilisearch that accepts its key, in a container that stop removes',
  async () => {
    const { url, key, version, stop } = await openMeilisearch()
    expect(version).toMatch(/ \(Docker\)$/)
    const headers = { authorization: `Bearer ${key}` }
    expect((await fetch(`${url}/indexes`, { headers })).status).not.toBe(403)
    await stop()
    await expect(fetch(url)).rejects.toThrow()
  },
)

test.skipIf(!hasDocker)('Docker: a NATS with JetStream and this password, in a container', async () => {
  const wasReady = process.env.TEST_NATS_IN_DOCKER
  expect(await prepareContainer('nats', () => {})).toBe(true)
  const nats = await openNats('a password: %')
  try {
    const { hostname, port, password } = new URL(nats.url)
    expect(decodeURIComponent(password)).toBe('a password: %')
    expect(await natsInfo(hostname, Number(port))).toMatchObject({ jetstream: true, auth_required: true })
  } finally {
    await nats.stop()
    if (wasReady === undefined) delete process.env.TEST_NATS_IN_DOCKER
  }
})
