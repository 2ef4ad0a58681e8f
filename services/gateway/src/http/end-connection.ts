import { type Connection, stateOf } from './connection-state.ts'

/** How long, and for how many bytes, input is still read after the last response. */
const LINGER_MS = 1_000
const LINGER_BYTES = 16 * 1_048_576
/** To the parser: the rest is of another protocol. */
const STOP_PARSING = 2

/** No further request of this connection is read, and the last response closes it gently. */
export function endConnection(connection: Connection): void {
  const state = stateOf(connection)
  if (state.isEnded) return
  state.isEnded = true
  // Node calls this after a response that closes its connection.
  connection.destroySoon = () => closeGently(connection)
  stopParser(connection)
  process.nextTick(discardInput, connection)
}

// Node reads up to 64 KiB at a time and makes objects of each of the thousand requests in it; closing the
// connection then makes two errors for each. Only its parser can stop within that, by a callback that Node does
// not document; services/gateway/test/pipelining.test.ts counts the requests that are still read.
function stopParser(connection: Connection & { parser?: { onIncoming?: () => number } | null }): void {
  if (connection.parser?.onIncoming) connection.parser.onIncoming = () => STOP_PARSING
}

/** Sends these bytes and closes. A socket closed with unread input resets, and the client may lose the
 * response: input is discarded for 1 s, at most 16 MiB of it. */
export function closeGently(connection: Connection, lastBytes = ''): void {
  connection.end(lastBytes, () => {
    const timer = setTimeout(() => connection.destroy(), LINGER_MS)
    connection.once('close', () => clearTimeout(timer))
  })
}

// Takes further input from the HTTP parser.
function discardInput(connection: Connection): void {
  if (connection.destroyed) return
  let bytes = 0
  connection.removeAllListeners('data')
  connection.on('data', (chunk) => {
    bytes += chunk.length
    if (bytes > LINGER_BYTES) connection.pause()
  })
  connection.resume()
}
