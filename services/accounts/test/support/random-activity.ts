import { applicationStatuses } from '@jobboard/contracts/applications/application'
import { creditKinds } from '@jobboard/contracts/limits'
import type { MetricsServices } from './metrics-services.ts'
import { seededRandom } from './seeded-random.ts'

/** Random changes of the jobs, applications, unlocks and credits of two employers; deterministic per seed. */
export interface RandomActivity {
  employers: number[]
  applications: [employerId: number, id: number][]
  /** How many entries were reversed. */
  reversals(): number
  run(steps: number): Promise<void>
}

/** Creates two employers and twelve candidates. */
export async function createRandomActivity(services: MetricsServices, seed: number): Promise<RandomActivity> {
  const { pick, below } = seededRandom(seed)
  const employers = [await services.newEmployer(), await services.newEmployer()]
  const candidates = await services.newCandidates(12)
  const drafts: [number, number][] = []
  const active: [number, number][] = []
  const applications: [number, number][] = []
  let reversals = 0
  const steps = {
    async create() {
      const employer = pick(employers)
      drafts.push([employer, await services.createJob(employer)])
    },
    async publish() {
      const [job] = drafts.splice(below(drafts.length), 1)
      if (!job) return
      await services.publish(...job, 3_600_000 * (1 + below(200)))
      active.push(job)
    },
    async close() {
      const [job] = (below(2) ? drafts : active).splice(0, 1)
      if (job) await services.close(...job)
    },
    async apply() {
      if (active.length === 0) return
      const [employer, job] = pick(active)
      const id = await services.apply(pick(candidates), job)
      if (id) applications.push([employer, id])
    },
    async changeStatus() {
      if (applications.length > 0)
        await services.changeStatus(...pick(applications), pick(applicationStatuses))
    },
    unlock: () => services.unlock(pick(employers), pick(candidates)),
    grant: () => services.grant(pick(employers), pick(creditKinds), below(9) - 3 || 1),
    async reverse() {
      if (await services.reverse(pick(employers), pick(creditKinds))) reversals++
    },
    wait: () => services.advance(60_000 * (1 + below(600))),
  }
  const often = ['create', 'publish', 'apply', 'changeStatus'] as const
  const names = [
    ...often,
    ...often,
    'apply',
    'changeStatus',
    'changeStatus',
    'unlock',
    'close',
    'grant',
    'reverse',
  ] as const
  return {
    employers,
    applications,
    reversals: () => reversals,
    async run(count) {
      for (let i = 0; i < count; i++) await steps[i % 11 === 10 ? 'wait' : pick(names)]()
    },
  }
}
