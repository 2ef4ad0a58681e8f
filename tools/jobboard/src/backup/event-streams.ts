import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'

/** Streams of events and of states; the buckets of key records are not among them. */
const EVENT_STREAM = /^(EVT|STATE)_/
const TIMEOUT_MS = 5_000

/** Connects with NATS_USER and NATS_PASSWORD, which count when the URL has none. Throws what is wrong and what to do. */
export async function openEventStreams(url: string) {
  const [first = ''] = url.split(',')
  const { username, password, host } = new URL(first)
  const user = username ? decodeURIComponent(username) : process.env.NATS_USER
  const pass = username ? decodeURIComponent(password) : process.env.NATS_PASSWORD
  const servers = url.split(',').map((each) => new URL(each).host)
  const credentials = user ? { user, pass: pass ?? '' } : {}
  const nc = await connect({ servers, ...credentials, reconnect: false, timeout: TIMEOUT_MS }).catch(
    (error: Error) => {
      throw new Error(
        `NATS at ${host} cannot be reached: ${error.message}\nStart it, or use --without-nats when its store is empty`,
      )
    },
  )
  return {
    /** Deletes them and returns their names. The services create them again and publish what their outboxes retain. The
     * key bucket stays, and with it the revocations after a backup. */
    async deleteAll(): Promise<string[]> {
      const jsm = await jetstreamManager(nc, { timeout: TIMEOUT_MS })
      const names: string[] = []
      for await (const name of jsm.streams.names()) if (EVENT_STREAM.test(name)) names.push(name)
      for (const name of names) await jsm.streams.delete(name)
      return names.sort()
    },
    close: () => nc.close(),
  }
}
