import { join } from 'node:path'

/** How serious a finding is. */
export type Level = 'ok' | 'warn' | 'fail'

/** What one check found. */
export interface Finding {
  check: string
  level: Level
  what: string
  /** What to do; of a warning or a failure. */
  advice?: string
  /** The page of docs/runbooks; of a warning or a failure that has one. */
  runbook?: string
}

/** One finding of a check for all that is wrong, or that it is well. */
export function ok(check: string, what: string): Finding {
  return { check, level: 'ok', what }
}

/** Something to look at before it fails. */
export function warn(check: string, what: string, advice: string, runbook?: string): Finding {
  return { check, level: 'warn', what, advice, ...(runbook === undefined ? {} : { runbook }) }
}

/** Something that does not work, or is not safe. */
export function fail(check: string, what: string, advice: string, runbook?: string): Finding {
  return { check, level: 'fail', what, advice, ...(runbook === undefined ? {} : { runbook }) }
}

/** The most serious level. */
export function worst(findings: readonly Finding[]): Level {
  if (findings.some(({ level }) => level === 'fail')) return 'fail'
  return findings.some(({ level }) => level === 'warn') ? 'warn' : 'ok'
}

/** The lines that a person reads. */
export function findingText({ check, level, what, advice, runbook }: Finding): string {
  const page = runbook === undefined ? '' : ` (${join('docs/runbooks', runbook)})`
  return `${level.padEnd(5)} ${check}: ${what}${advice === undefined ? '' : `\n      ${advice}${page}`}`
}
