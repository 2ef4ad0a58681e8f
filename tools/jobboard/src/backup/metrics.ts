import { worst } from '../doctor/finding.ts'
import type { DrillResult } from './drill.ts'

interface Gauge {
  name: string
  help: string
  value: number
}

/** What a drill found, in the text format of Prometheus. */
export function drillMetrics({
  startedAt,
  recoveryPointSeconds,
  recoveryTimeSeconds,
  findings,
}: DrillResult): string {
  return textOf([
    gauge(
      'jobboard_drill_ok',
      '1 when the newest drill found nothing wrong',
      worst(findings) === 'fail' ? 0 : 1,
    ),
    gauge('jobboard_drill_timestamp_seconds', 'when the newest drill began', startedAt.getTime() / 1000),
    ...(recoveryPointSeconds === undefined
      ? []
      : [
          gauge(
            'jobboard_drill_recovery_point_seconds',
            'age of the restored backup: what would be lost',
            recoveryPointSeconds,
          ),
        ]),
    gauge(
      'jobboard_drill_recovery_time_seconds',
      'how long restoring and checking it took',
      recoveryTimeSeconds,
    ),
  ])
}

/** Whether the newest run of `backup daily` failed, and which moment the newest backup shows. */
export function backupMetrics(newest: Date | undefined, isFailed: boolean): string {
  return textOf([
    gauge('jobboard_backup_failed', '1 when the newest run failed', isFailed ? 1 : 0),
    ...(newest
      ? [
          gauge(
            'jobboard_backup_newest_timestamp_seconds',
            'moment of the newest backup',
            newest.getTime() / 1000,
          ),
        ]
      : []),
  ])
}

const gauge = (name: string, help: string, value: number): Gauge => ({ name, help, value })

function textOf(gauges: readonly Gauge[]): string {
  return gauges
    .map(({ name, help, value }) => `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}\n`)
    .join('')
}
