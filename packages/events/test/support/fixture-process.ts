import { openDb } from '@jobboard/db/db'
import { failpoint } from '@jobboard/failpoint/failpoint'
import { consumer } from '../../src/consumer/consumer.ts'
import { startConsumer } from '../../src/consumer/start-consumer.ts'
import { openBus } from '../../src/nats/bus.ts'
import { startRelay } from '../../src/publisher/relay.ts'
import { countEffects } from './effect.ts'
import { changeThing, thingChanged } from './thing.ts'

// A service cut down to one part, in a process of its own that the tests may kill.
const { TEST_ROLE, TEST_DATABASE_URL = '', TEST_NATS_URL = '', TEST_COUNT = '1' } = process.env
// It ends with the test that started it, whatever happens to that one.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.channel?.unref()
const db = openDb({ url: TEST_DATABASE_URL })
const log = { info() {}, warn() {}, error() {} }
const bus = () => openBus({ url: TEST_NATS_URL, name: 'fixture', log })

const killer = consumer({
  ...countEffects,
  events: [thingChanged],
  async handle(sql, event) {
    // The others are slower, so that they are in hand when the process dies.
    await new Promise((resolve) => setTimeout(resolve, event.data.note === 'kill' ? 40 : 80))
    if (event.data.note === 'kill') process.kill(process.pid, 'SIGKILL')
    await countEffects.handle(sql, event)
  },
})

if (TEST_ROLE === 'owner') {
  for (let i = 1; i <= Number(TEST_COUNT); i++) {
    await changeThing(db, i)
    failpoint('owner-after-commit')
  }
  await db.close()
}
if (TEST_ROLE === 'relay') startRelay({ db, bus: bus(), service: 'jobs', log })
if (TEST_ROLE === 'consumer') {
  startConsumer({ db, bus: bus(), service: 'pipeline', consumer: killer, log, ackWaitMs: 500 })
}
