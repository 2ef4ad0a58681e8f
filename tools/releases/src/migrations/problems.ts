import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../releases.ts'

/** What a migration does that a running process of the release before may not stand. */
interface Finding {
  rule: string
  line: number
  message: string
}

const NO_TRANSACTION = '-- no transaction'
const MIN_REASON = 30
/** Style, and time limits, which packages/db sets for every migration. */
const EXCLUDED = [
  'prefer-bigint-over-int',
  'prefer-robust-stmts',
  'require-lock-timeout',
  'require-statement-timeout',
]

/** Problems of one migration, one line each. `-- allowed RULE: reason` in the file allows a rule there. */
export function problemsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const allowed = new Map(
    text.split('\n').flatMap((line) => {
      const [, rule, reason] = /^-- allowed ([a-z-]+): (.*)$/.exec(line) ?? []
      return rule ? [[rule, reason!.trim()] as const] : []
    }),
  )
  const findings = [...bySquawk(file, text), ...byOurselves(text)]
  const found = new Set(findings.map(({ rule }) => rule))
  return [
    ...findings
      .filter(({ rule }) => !allowed.has(rule))
      .map(
        ({ rule, line, message }) =>
          `${file}:${line}: ${rule}: ${message} Mend it, or add \`-- allowed ${rule}: reason\`.`,
      ),
    ...[...allowed].flatMap(([rule, reason]) => {
      if (!found.has(rule)) return [`${file}: nothing here needs \`-- allowed ${rule}\`; remove it.`]
      return reason.length < MIN_REASON ? [`${file}: say why the release before stands ${rule}.`] : []
    }),
    ...(/squawk-ignore/.test(text)
      ? [`${file}: use \`-- allowed RULE: reason\` in place of squawk-ignore.`]
      : []),
  ]
}

interface Reported {
  rule_name: string
  line: number
  message: string
}

function bySquawk(file: string, text: string): Finding[] {
  const isAlone = text.startsWith(NO_TRANSACTION)
  const options = ['--reporter', 'json', '--pg-version', '15.0', `--exclude=${EXCLUDED.join(',')}`]
  const squawk = join(ROOT, 'node_modules/.bin/squawk')
  const run = () =>
    execFileSync(squawk, [...options, ...(isAlone ? [] : ['--assume-in-transaction']), file], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  return (JSON.parse(outputOf(run)) as Reported[]).map(({ rule_name: rule, line, message }) => {
    return { rule, line: line + 1, message }
  })
}

// It exits with 1 when it has found something.
function outputOf(run: () => string): string {
  try {
    return run()
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    if (stdout?.startsWith('[')) return stdout
    throw new Error(`squawk did not run: ${stderr || error}. Install it with: npm ci`)
  }
}

// What squawk has no rule for.
function byOurselves(text: string): Finding[] {
  const created = new Set(
    [...text.matchAll(/^create table (?:if not exists )?(\w+)/gim)].map(([, table]) => table),
  )
  return text.split('\n').flatMap((content, i): Finding[] => {
    const line = i + 1
    const unique = /^create unique index .*\bon (\w+)/i.exec(content)
    if (unique && !created.has(unique[1]!))
      return [
        { rule: 'unique-index', line, message: 'The release before may insert what is no longer unique.' },
      ]
    const [, table] = /^(?:update|delete from) (\w+)/i.exec(content) ?? []
    if (table && !created.has(table))
      return [
        { rule: 'changed-rows', line, message: 'Rows stay locked until the whole migration is committed.' },
      ]
    return []
  })
}
