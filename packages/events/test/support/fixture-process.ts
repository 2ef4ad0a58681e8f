import { openDb } from '@jobboard/db/db'
import { failpoint } from '@jobboard/process/failpoint'
import { consumer } from '../../src/consumer/consumer.ts'
import { startConsumer } from '../../src/consumer/start-consumer.ts'
import { openBus } from '../../src/nats/bus.ts'
import { startRelay } from '../../src/publisher/relay.ts'
import { batchedParcelConsumer, parcelConsumer } from './effect.ts'
import type { FixtureSettings } from './fork-fixture.ts'
import { changeParcel, parcelChanged } from './parcel.ts'

// Runs one role of a service, publisher, relay or consumer, in a process that tests can kill.
const settings = JSON.parse(process.env.FIXTURE ?? '') as FixtureSettings
const { role, count, times, maxAttempts, isBatched } = settings
// The process must not outlive its test.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.channel?.unref()
const db = openDb({ url: settings.databaseUrl })
const log = { info() {}, warn() {}, error() {} }
const bus = () => openBus({ url: settings.natsUrl, name: 'fixture', log })

/** Kills the process on an event with the note `crash`, fails on one with the note `fail`. */
const crashingConsumer = consumer({
  ...parcelConsumer,
  events: [parcelChanged],
  async handle(sql, event) {
    // Other events take longer, so that they are in flight when the process dies.
    await sql`select pg_sleep(${event.data.note === 'crash' ? 0.04 : 0.08})`
    if (event.data.note === 'crash') process.kill(process.pid, 'SIGKILL')
    if (event.data.note === 'fail') throw new Error('cannot')
    await parcelConsumer.handle(sql, event)
  },
})

if (role === 'publisher') {
  for (let i = 1; i <= count; i++) {
    await changeParcel(db, i)
    failpoint('publisher-after-commit')
  }
  await db.close()
}
if (role === 'relay') {
  startRelay({ db, bus: bus(), service: 'jobs', readers: ['pipeline_parcels'], log, ...(times && { times }) })
}
if (role === 'consumer') {
  const retryPolicy = maxAttempts ? { maxAttempts } : {}
  const consumer = isBatched ? batchedParcelConsumer() : crashingConsumer
  startConsumer({ db, bus: bus(), service: 'pipeline', consumer, log, ackWaitMs: 500, retryPolicy })
}
