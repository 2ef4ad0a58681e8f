import { KEY_BUCKET, KEY_WATERMARK_SUBJECT_BEFORE } from '@jobboard/contracts/keys/internal'
import { type Bus, openBus } from '@jobboard/events/nats/bus'
import { openKeyFeedSigner } from '@jobboard/service/auth/key-feed-signer'
import { openLog } from '@jobboard/service/lifecycle/log'
import { TEST_CALLER_SECRET } from '@jobboard/testkit/boot'
import { eventually } from '@jobboard/testkit/eventually'
import { Kvm } from '@nats-io/kv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IsolatableGateway, startIsolatableGateway } from './support/isolatable-gateway.ts'

// A gateway of this release beside accounts of this release, then of the release before.
let gateway: IsolatableGateway
let other: Bus
beforeAll(async () => {
  gateway = await startIsolatableGateway()
  other = openBus({ url: gateway.natsUrl, name: 'other', log: openLog('test', 'silent') })
  await other.ready()
})
afterAll(async () => {
  await other.close()
  await gateway.stop()
})

test('an announcement that comes on the subjects of both releases is no replay', async () => {
  const rejected = () => gateway.metric('gateway_key_feed_rejected_total{what="watermark"}')
  const before = await rejected()
  const texts: string[] = []
  const subscription = other.nc.subscribe('keys.*', {
    callback: (_error, message) => void texts.push(message.string()),
  })
  await eventually('announcements on both', async () => texts.length - new Set(texts).size >= 3)
  subscription.unsubscribe()
  await gateway.synced()
  expect(await rejected()).toBe(before)
})

test('accounts of the release before keeps the feed of this gateway fresh', async () => {
  const { apiKey } = await gateway.mintFed()
  gateway.isolateAccounts()
  gateway.passTime(900_000)
  await eventually('no announcement', async () => (await gateway.metric('gateway_key_feed_fresh')) === 0)
  const signer = openKeyFeedSigner(TEST_CALLER_SECRET)
  const { streamInfo } = await (await new Kvm(other.js).open(KEY_BUCKET)).status()
  const watermark = { created: streamInfo.created, revision: streamInfo.state.last_seq }
  await eventually('the feed is fresh', async () => {
    other.nc.publish(KEY_WATERMARK_SUBJECT_BEFORE, JSON.stringify(signer.signWatermark(watermark)))
    await other.nc.flush()
    return (await gateway.metric('gateway_key_feed_fresh')) === 1
  })
  expect(await gateway.status(apiKey)).toBe(200)
})
