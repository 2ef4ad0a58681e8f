import { openDb } from '@jobboard/db/db'
import { failpoint } from '@jobboard/failpoint/failpoint'
import { consumer } from '../../src/consumer/consumer.ts'
import { startConsumer } from '../../src/consumer/start-consumer.ts'
import { openBus } from '../../src/nats/bus.ts'
import { startRelay } from '../../src/publisher/relay.ts'
import { parcelConsumer } from './effect.ts'
import { changeParcel, parcelChanged } from './parcel.ts'

// Runs one role of a service, publisher, relay or consumer, in a process that tests can kill.
const { TEST_ROLE, TEST_DATABASE_URL = '', TEST_NATS_URL = '', TEST_COUNT = '1' } = process.env
// The process must not outlive its test.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.channel?.unref()
const db = openDb({ url: TEST_DATABASE_URL })
const log = { info() {}, warn() {}, error() {} }
const bus = () => openBus({ url: TEST_NATS_URL, name: 'fixture', log })

/** Kills the process on an event with the note `crash`, fails on one with the note `fail`. */
const crashingConsumer = consumer({
  ...parcelConsumer,
  events: [parcelChanged],
  async handle(sql, event) {
    // Other events take longer, so that they are in flight when the process dies.
    await new Promise((resolve) => setTimeout(resolve, event.data.note === 'crash' ? 40 : 80))
    if (event.data.note === 'crash') process.kill(process.pid, 'SIGKILL')
    if (event.data.note === 'fail') throw new Error('cannot')
    await parcelConsumer.handle(sql, event)
  },
})

if (TEST_ROLE === 'publisher') {
  for (let i = 1; i <= Number(TEST_COUNT); i++) {
    await changeParcel(db, i)
    failpoint('publisher-after-commit')
  }
  await db.close()
}
if (TEST_ROLE === 'relay') startRelay({ db, bus: bus(), service: 'jobs', readers: ['pipeline_parcels'], log })
if (TEST_ROLE === 'consumer') {
  startConsumer({ db, bus: bus(), service: 'pipeline', consumer: crashingConsumer, log, ackWaitMs: 500 })
}
