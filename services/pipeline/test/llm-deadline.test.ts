import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventually } from '@jobboard/testkit/eventually'
import { afterEach, expect, test } from 'vitest'
import { LlmFailure, openLlm } from '../src/llm/peers.ts'

const material = {
  posting: { title: '', description: '' },
  applicant: { headline: '', skills: [], positions: [], education: [] },
}
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** An API that responds to no request; counts requests and those whose connection the client has closed. */
async function openSilentApi() {
  const seen = { requests: 0, closed: 0 }
  const server = createServer((_, response) => {
    seen.requests++
    response.on('close', () => seen.closed++)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

const settings = (url: string, deadlineMs: number) => ({ url, model: 'fake', apiKey: 'sk-fake', deadlineMs })
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no failure',
    (error: unknown) => (error instanceof LlmFailure ? error.reason : String(error)),
  )
const until = (isTrue: () => boolean) => eventually('the API sees it', async () => isTrue())

test('the deadline ends the call and closes its connection', async () => {
  const { seen, url } = await openSilentApi()
  const judge = await openLlm(settings(url, 200))
  expect(await reasonOf(judge(material, new AbortController().signal))).toBe('deadline')
  // On a busy machine the deadline can be over before the request is sent.
  await until(() => seen.closed === seen.requests)
  expect(seen.requests).toBeLessThanOrEqual(1)
})

test('a stop ends the call before its deadline, with a reason of its own', async () => {
  const { seen, url } = await openSilentApi()
  const judge = await openLlm(settings(url, 60_000))
  const stopping = new AbortController()
  const reason = reasonOf(judge(material, stopping.signal))
  await until(() => seen.requests === 1)
  stopping.abort()
  expect(await reason).toBe('stopped')
  await until(() => seen.closed === 1)
})

test('a process that is stopping makes no call', async () => {
  const { seen, url } = await openSilentApi()
  const judge = await openLlm(settings(url, 60_000))
  expect(await reasonOf(judge(material, AbortSignal.abort()))).toBe('stopped')
  expect(seen.requests).toBe(0)
})
