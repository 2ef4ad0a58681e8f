import type { Db } from '@jobboard/db/db'
import { type LoopControl, startLoop } from '@jobboard/process/loop'
import type { Worker } from '@jobboard/service/lifecycle/deps'
import type { PipelineEnv } from '../env.ts'
import { openLlmAssess } from '../llm/peers.ts'
import { numberChanges } from '../status/store.ts'
import { assessByRubric } from './rubric.ts'
import {
  ASSESSMENT_CHANNEL,
  type AssessmentTask,
  countCall,
  deleteTask,
  insertAssessments,
  leaseTask,
  lockDueTask,
} from './store.ts'

const POLL_MS = 1_000
/** Without a model nothing new arrives for the worker. */
const RUBRIC_POLL_MS = 30_000
/** Per process. */
const MAX_IN_FLIGHT = 4
/** Beyond the deadline, for the transaction that stores the result. */
const LEASE_MARGIN_SECONDS = 30
/** How long a stop waits before it aborts calls in flight; the rubric assesses those. */
const STOP_GRACE_MS = 5_000

/** Assesses what arrived with ASSESSOR=llm: one lease, at most one call, one stored result per application. Also runs with
 * ASSESSOR=rubric, for tasks that are left from another setting. */
export const assessmentWorker: Worker<PipelineEnv> = async ({ db, env, clock, log }, metrics) => {
  const aborting = new AbortController()
  const inFlight = new Set<Promise<void>>()
  const counts = { llm: 0, rubric: 0 }
  const assessByLlm = await openLlmAssess(env)
  const callsPerDay = assessByLlm ? env.LLM_CALLS_PER_DAY : 0
  const lease = { callsPerDay, leaseSeconds: env.LLM_DEADLINE_SECONDS + LEASE_MARGIN_SECONDS }
  metrics.add(
    {
      name: 'assessment_tasks_total',
      type: 'counter',
      help: 'Assessments stored by the worker of this replica, by assessor.',
    },
    () => Object.entries(counts).map(([assessor, value]) => ({ labels: { assessor }, value })),
  )

  async function assess(task: LeasedTask): Promise<void> {
    const { applicationId, input, mayCall } = task
    const judged =
      assessByLlm && mayCall ? await assessByLlm(input, task.own, aborting.signal) : { reason: task.reason }
    if ('reason' in judged && assessByLlm)
      log.warn({ applicationId, reason: judged.reason }, 'no assessment by the model; the rubric assesses')
    const result = 'result' in judged ? judged.result : await assessByRubric(input)
    // Unless the task is gone; the application is listed as changed: its score is new.
    await db.tx(async (sql) => {
      if (!(await deleteTask(sql, applicationId))) return
      const assessment = { ...result, applicationId, assessedAt: clock.now() }
      if ((await insertAssessments(sql, [assessment])).length === 0) return
      await numberChanges(sql, [{ id: applicationId, employerId: task.employerId }])
    })
    counts['result' in judged ? 'llm' : 'rubric']++
  }

  async function startDue(control: LoopControl): Promise<void> {
    while (inFlight.size < MAX_IN_FLIGHT && !control.isStopping) {
      const task = await leaseAssessment(db, lease)
      if (!task) return
      const running = assess(task)
        .catch((err: unknown) => {
          const { applicationId } = task
          log.warn({ err, applicationId }, 'assessment not stored; retried after its lease')
        })
        .finally(() => {
          inFlight.delete(running)
          loop.wake()
        })
      inFlight.add(running)
    }
  }

  const loop = startLoop({
    async step(control) {
      await startDue(control)
      return assessByLlm ? POLL_MS : RUBRIC_POLL_MS
    },
    subscribe: (wake) => db.listen(ASSESSMENT_CHANNEL, wake),
    onError: (err) => log.warn({ err }, 'assessment tasks not read; retrying'),
    retryMs: POLL_MS,
  })
  return {
    async stop() {
      await loop.stop()
      const timer = setTimeout(() => aborting.abort(), STOP_GRACE_MS)
      await Promise.all(inFlight)
      clearTimeout(timer)
    },
  }
}

/** A leased task. `mayCall`: its only call is counted and marked; otherwise the rubric assesses it, for this reason. */
type LeasedTask = AssessmentTask & { mayCall: boolean; reason: 'interrupted' | 'daily_cap' }

/** Leases the next task. One that is marked and whose lease is past is not called again: its call may have been
 * billed. */
function leaseAssessment(
  db: Db,
  { callsPerDay, leaseSeconds }: { callsPerDay: number; leaseSeconds: number },
): Promise<LeasedTask | undefined> {
  return db.tx(async (sql) => {
    const task = await lockDueTask(sql)
    if (!task) return undefined
    const mayCall = !task.isCalled && (await countCall(sql, callsPerDay))
    await leaseTask(sql, task.applicationId, { isCalling: mayCall, seconds: leaseSeconds })
    return { ...task, mayCall, reason: task.isCalled ? 'interrupted' : 'daily_cap' }
  })
}
