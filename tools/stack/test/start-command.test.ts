import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CopiedCheckout, openCopiedCheckout } from './support/copied-checkout.ts'

let checkout: CopiedCheckout
beforeAll(async () => {
  checkout = await openCopiedCheckout('job board')
})
afterEach(() => checkout.killAll())
afterAll(() => checkout.remove())

const start = (...args: string[]) =>
  checkout.run(process.execPath, ['tools/stack/bootstrap.mjs', 'start', ...args], {
    DATA_DIR: checkout.newDataDir(),
  })

test('Ctrl-C while it starts NATS stops every process and is no failure', async () => {
  const { child, printed, ended } = start()
  await printed('Starting NATS')
  // What Ctrl-C does in a terminal.
  process.kill(-child.pid!, 'SIGINT')
  const { code, output } = await ended
  expect({ code, lastLine: output.trimEnd().split('\n').at(-1) }).toEqual({ code: 0, lastLine: 'Stopping…' })
  expect(checkout.processes()).toEqual([])
})

test('an unknown option is refused, and the options are listed', async () => {
  const { code, output } = await start('--unknown').ended
  expect(code).toBe(2)
  expect(output).toMatch(/^npm start has no option "--unknown"\.\n[\s\S]*PORT=8080/)
})
