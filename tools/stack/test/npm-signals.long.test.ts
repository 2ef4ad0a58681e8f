import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type CopiedCheckout, openCopiedCheckout } from './support/copied-checkout.ts'

// A supervisor, a CI job and `kill` send a signal to npm alone; Ctrl-C in a terminal sends it to the whole group.
vi.setConfig({ testTimeout: 180_000 })

let checkout: CopiedCheckout
beforeAll(async () => {
  checkout = await openCopiedCheckout('checkout')
})
afterEach(() => checkout.killAll())
afterAll(() => checkout.remove())

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s to the npm process of npm start ends every process (P-327)',
  async (signal) => {
    const { child, printed, ended } = checkout.run('npm', ['start'], { DATA_DIR: checkout.newDataDir() })
    await printed('the data stays.')
    expect(checkout.processes().length).toBeGreaterThan(8)
    child.kill(signal)
    await ended
    expect(checkout.processes()).toEqual([])
  },
)
