import { type LoopControl, startLoop } from '@jobboard/process/loop'
import type { Worker } from '@jobboard/service/lifecycle/deps'
import { type LeasedTask, leaseAssessment, storeAssessment } from '../actions/assess-task.ts'
import { fromStoredSubmission } from '../domain/assessment/input.ts'
import { rubric } from '../domain/assessment/rubric.ts'
import type { PipelineEnv } from '../env.ts'
import { openLlmAssess } from '../peers/llm-assess.ts'
import { ASSESSMENT_CHANNEL, findStoredSubmission } from '../store/assessment-task.ts'

const POLL_MS = 1_000
/** Without a model nothing new arrives for the worker. */
const RUBRIC_POLL_MS = 30_000
/** Per process. */
const MAX_IN_FLIGHT = 4
/** Beyond the deadline, for the transaction that stores the result. */
const LEASE_MARGIN_SECONDS = 30
/** How long a stop waits before it aborts calls in flight; the rubric assesses those. */
const STOP_GRACE_MS = 5_000

/** Assesses what arrived with ASSESSOR=llm or before assessments existed: one lease, at most one call, one stored result
 * per application. Also runs with ASSESSOR=rubric, for tasks that are left from another setting. */
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
    const { applicationId, mayCall } = task
    const input = task.input ?? (await inputOf(applicationId))
    if (!input) return
    const judged =
      assessByLlm && mayCall ? await assessByLlm(input, task.own, aborting.signal) : { reason: task.reason }
    if ('reason' in judged && assessByLlm && task.input)
      log.warn({ applicationId, reason: judged.reason }, 'no assessment by the model; the rubric assesses')
    const result = 'result' in judged ? judged.result : await rubric.assess(input)
    await storeAssessment(db, task, { ...result, assessedAt: clock.now() })
    counts['result' in judged ? 'llm' : 'rubric']++
  }

  async function inputOf(applicationId: number) {
    const submission = await findStoredSubmission(db.sql, applicationId)
    return submission && fromStoredSubmission(submission)
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
