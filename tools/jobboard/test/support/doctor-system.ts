import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { upstreamNames } from '@jobboard/contracts/services'
import { root } from '@jobboard/stack/settings'
import { openNats } from '@jobboard/testkit/infra'
import { network } from '@jobboard/testkit/network'
import { bootPortal } from '@jobboard/testkit/portal'
import { expect } from 'vitest'
import type { Finding } from '../../src/doctor/finding.ts'
import { openDatabases } from './databases.ts'
import { runJobboard } from './run-jobboard.ts'

/** Its disk, and settings that the tests give in the environment. */
const OF_THIS_MACHINE = new Set(['disk', 'settings'])

/** A running system that `doctor` examines. Each test breaks one thing of it, and repairs it. */
export type DoctorSystem = Awaited<ReturnType<typeof openDoctorSystem>>

/** Boots it, with a folder of its own in which the command runs. */
export async function openDoctorSystem() {
  const dir = await mkdtemp(`${tmpdir()}/jobboard-doctor-`)
  const databases = await openDatabases()
  const nats = await openNats()
  const net = await network({ natsUrl: nats.url, databaseUrl: databases.urlOf })
  const portal = await bootPortal(net.services)
  const urls = upstreamNames.map((name) => [`${name.toUpperCase()}_URL`, net.services[name].url])
  const env = {
    ADMIN_URL: net.gateway.adminUrl,
    ADMIN_TOKEN: net.adminToken,
    PORTAL_URL: portal.url,
    DATABASE_URL: databases.template,
    ...Object.fromEntries(urls),
  }
  const doctor = (args: string[] = [], more: Record<string, string> = {}) =>
    runJobboard(['doctor', '--data', '.', ...args], { ...env, ...more }, dir)

  /** What doctor finds, but for what is well or of this machine. */
  async function findings(more: Record<string, string> = {}) {
    const { code, stdout, stderr } = await doctor(['--json', '--no-wait'], more)
    expect(stderr).toBe('')
    const all = (JSON.parse(stdout) as { findings: Finding[] }).findings
    return { code, found: all.filter(({ level, check }) => level !== 'ok' && !OF_THIS_MACHINE.has(check)) }
  }

  return {
    dir,
    databases,
    nats,
    net,
    doctor,

    /** Expects exactly this finding, with advice and a page that exists. */
    async expectFinding(check: string, level: 'warn' | 'fail', what: RegExp, more = {}): Promise<void> {
      const { code, found } = await findings(more)
      expect(found.map((finding) => [finding.check, finding.level])).toContainEqual([check, level])
      const finding = found.find((each) => each.check === check && what.test(each.what))!
      expect(finding, JSON.stringify(found)).toBeDefined()
      expect(finding.advice).toMatch(/\S/)
      if (finding.runbook) await readFile(join(root, 'docs/runbooks', finding.runbook))
      expect(code).toBeGreaterThanOrEqual(level === 'fail' ? 2 : 1)
    },

    /** On a busy machine a check of the gateway can time out. */
    async expectHealthy(): Promise<void> {
      await expect.poll(async () => (await findings()).found).toEqual([])
    },

    async stop(): Promise<void> {
      await portal.stop()
      await net.stop()
      await nats.stop()
      await databases.drop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
