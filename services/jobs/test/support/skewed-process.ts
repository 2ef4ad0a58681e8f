import type { ChildProcess } from 'node:child_process'
import { startServiceProcess } from '@jobboard/testkit/service-process'
import type { Jobs } from './setup.ts'

/** Starts the jobs service as a process whose wall clock is `skewMs` ahead. */
export function startSkewedProcess(
  jobs: Pick<Jobs, 'databaseUrl' | 'natsUrl'>,
  skewMs: number,
): ChildProcess {
  const skew = `const Real = Date; globalThis.Date = class extends Real {
    constructor(...given) { given.length ? super(...given) : super(Real.now() + ${skewMs}) }
    static now() { return Real.now() + ${skewMs} }
  }`
  return startServiceProcess('jobs', jobs, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(skew)}`,
  })
}
