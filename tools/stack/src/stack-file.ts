import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServicePlan } from './service-plans.ts'

/** Writes `stack.json`: where each process serves `/metrics` and `/healthz/ready`, in the format of Prometheus
 * file_sd_configs. The gateway does so on its operators' port. */
export function writeStackFile(dataDir: string, adminPort: number, plans: ServicePlan[]): void {
  const targets = plans.map(({ name, url }) => ({
    targets: [name === 'gateway' ? `127.0.0.1:${adminPort}` : new URL(url).host],
    labels: { service: name.replace(/-\d+$/, ''), replica: name },
  }))
  writeFileSync(join(dataDir, 'stack.json'), `${JSON.stringify(targets, null, 2)}\n`)
}
