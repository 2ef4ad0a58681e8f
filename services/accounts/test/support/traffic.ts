import { applicationStatuses } from '@jobboard/contracts/application'
import { creditKinds } from '@jobboard/contracts/limits'
import type { Market } from './market.ts'
import { seeded } from './seeded.ts'

/** Two employers with jobs, applications, unlocks and credits that change at random, the same for the same seed. */
export interface Traffic {
  employers: number[]
  applications: [employerId: number, id: number][]
  reversals(): number
  run(steps: number): Promise<void>
}

/** Makes the employers, and candidates for both. */
export async function openTraffic(market: Market, seed: number): Promise<Traffic> {
  const { pick, below } = seeded(seed)
  const employers = [await market.newEmployer(), await market.newEmployer()]
  const candidates = await market.newCandidates(12)
  const drafts: [number, number][] = []
  const active: [number, number][] = []
  const applications: [number, number][] = []
  let reversals = 0
  const steps = {
    async create() {
      const employer = pick(employers)
      drafts.push([employer, await market.createJob(employer)])
    },
    async publish() {
      const [job] = drafts.splice(below(drafts.length), 1)
      if (!job) return
      await market.publish(...job, 3_600_000 * (1 + below(200)))
      active.push(job)
    },
    async close() {
      const [job] = (below(2) ? drafts : active).splice(0, 1)
      if (job) await market.close(...job)
    },
    async apply() {
      if (active.length === 0) return
      const [employer, job] = pick(active)
      const id = await market.apply(pick(candidates), job)
      if (id) applications.push([employer, id])
    },
    async move() {
      if (applications.length > 0) await market.move(...pick(applications), pick(applicationStatuses))
    },
    unlock: () => market.unlock(pick(employers), pick(candidates)),
    grant: () => market.grant(pick(employers), pick(creditKinds), below(9) - 3 || 1),
    async reverse() {
      if (await market.reverse(pick(employers), pick(creditKinds))) reversals++
    },
    wait: () => market.advance(60_000 * (1 + below(600))),
  }
  const often = ['create', 'publish', 'apply', 'move'] as const
  const names = [...often, ...often, 'apply', 'move', 'move', 'unlock', 'close', 'grant', 'reverse'] as const
  return {
    employers,
    applications,
    reversals: () => reversals,
    async run(count) {
      for (let i = 0; i < count; i++) await steps[i % 11 === 10 ? 'wait' : pick(names)]()
    },
  }
}
