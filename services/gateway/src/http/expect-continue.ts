import type { IncomingMessage, Server, ServerResponse } from 'node:http'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

const waiting = new WeakSet<IncomingMessage>()

/** Lets `Expect: 100-continue` wait for `sendContinue`, and ignores every other expectation, which Node answers with 417. */
export function deferContinue(server: Server, route: Listener): void {
  server.on('checkContinue', (request, response) => {
    waiting.add(request)
    route(request, response)
  })
  server.on('checkExpectation', route)
}

/** Sends 100 to a client that holds its body back until the request is admitted. */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (waiting.delete(request)) response.writeContinue()
}
