import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openLog } from '@jobboard/service/lifecycle/log'
import { eventually } from '@jobboard/testkit/eventually'
import Fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import type { Download, Visit } from './page.ts'
import { openDownloads } from './streams.ts'

const visit = {} as Visit
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0)) await close()
})

/** A server that sends these lines to the person and employer of the address. */
async function serve(
  lines: Download['lines'],
  revisit: () => Promise<Visit | undefined> = async () => visit,
  maxMs?: number,
) {
  const app = Fastify()
  const downloads = openDownloads(openLog('portal', 'silent'), maxMs)
  app.get<{ Params: { person: string; employer: string } }>(
    '/:employer/:person',
    { exposeHeadRoute: false },
    async ({ params }, reply) => {
      const file = { kind: 'download', name: 'x.csv', lines } as const
      if (!downloads.send(reply, params, file, visit, revisit)) void reply.code(429).send('full')
      return reply
    },
  )
  await app.listen({ port: 0 })
  closing.push(() => {
    app.server.closeAllConnections()
    return app.close()
  })
  return async (path: string) => {
    const request = get(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`)
    request.on('error', () => {})
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.on('error', () => {})
    return response
  }
}

/** What arrived, and whether it ended as a whole. */
async function readAll(response: IncomingMessage) {
  let text = ''
  response.on('data', (part) => (text += part))
  await new Promise((resolve) => response.once('close', resolve))
  return { text, isWhole: response.complete }
}

test('a file arrives whole, with its name', async () => {
  const open = await serve(async function* () {
    yield 'a\r\n'
    yield 'b\r\n'
  })
  const response = await open('/e/p')
  expect(response.headers['content-disposition']).toBe('attachment; filename="x.csv"')
  expect(await readAll(response)).toEqual({ text: 'a\r\nb\r\n', isWhole: true })
})

test('where a service fails, the session ends or it takes too long, the connection breaks off (P-661)', async () => {
  const failing = await serve(async function* () {
    yield 'a\r\n'
    throw new Error('accounts did not answer')
  })
  expect((await readAll(await failing('/e/p'))).isWhole).toBe(false)
  // A place is free again.
  expect((await readAll(await failing('/e/p'))).isWhole).toBe(false)
  const endless: Download['lines'] = async function* (again) {
    for (;;) {
      await again()
      yield 'a\r\n'
    }
  }
  const nowMs = vi.spyOn(performance, 'now')
  const ended = await serve(endless, async () => undefined)
  const reading = readAll(await ended('/e/p'))
  nowMs.mockReturnValue(1e12)
  expect((await reading).isWhole).toBe(false)
  nowMs.mockRestore()
  const late = await serve(endless, undefined, 50)
  expect((await readAll(await late('/e/p'))).isWhole).toBe(false)
})

test('a person gets one file at a time, an employer four; nothing is read ahead of who does not read (P-661)', async () => {
  let read = 0
  const open = await serve(async function* () {
    while (read < 20_000) {
      read++
      yield 'x'.repeat(65_536)
    }
  })
  const responses = [await open('/e/1')]
  expect((await open('/e/1')).statusCode).toBe(429)
  for (const person of ['2', '3', '4']) responses.push(await open(`/e/${person}`))
  expect((await open('/e/5')).statusCode).toBe(429)
  expect((await open('/other/6')).statusCode).toBe(200)
  responses[0]!.destroy()
  await eventually('the place is free', async () => (await open('/e/1')).statusCode === 200)
  // 64 KB each: what the buffers of the connections hold.
  expect(read).toBeLessThan(1_000)
})
