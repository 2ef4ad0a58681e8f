import { worst } from '../doctor/finding.ts'
import type { DrillResult } from './drill.ts'

type Gauge = [name: string, help: string, value: number | undefined]

/** What a drill found, in the text format of Prometheus. */
export function drillMetrics(result: DrillResult): string {
  const { startedAt, recoveryPointSeconds, recoveryTimeSeconds, findings } = result
  const isOk = worst(findings) === 'fail' ? 0 : 1
  return textOf([
    ['jobboard_drill_ok', '1 when the newest drill found nothing wrong', isOk],
    ['jobboard_drill_timestamp_seconds', 'when the newest drill began', startedAt.getTime() / 1000],
    [
      'jobboard_drill_recovery_point_seconds',
      'age of the restored backup: what would be lost',
      recoveryPointSeconds,
    ],
    ['jobboard_drill_recovery_time_seconds', 'how long restoring and checking it took', recoveryTimeSeconds],
  ])
}

/** Whether the newest run of `backup daily` failed, and which moment the newest backup shows. */
export function backupMetrics(newest: Date | undefined, isFailed: boolean): string {
  const newestSeconds = newest && newest.getTime() / 1000
  return textOf([
    ['jobboard_backup_failed', '1 when the newest run failed', isFailed ? 1 : 0],
    ['jobboard_backup_newest_timestamp_seconds', 'moment of the newest backup', newestSeconds],
  ])
}

function textOf(gauges: readonly Gauge[]): string {
  return gauges
    .filter(([, , value]) => value !== undefined)
    .map(([name, help, value]) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`)
    .join('')
}
