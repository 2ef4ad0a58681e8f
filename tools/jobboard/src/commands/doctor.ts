import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { adminOptions, openAdminApi, readAddress } from '../admin-api.ts'
import { command } from '../command.ts'
import { databaseOptions, findDatabaseUrls } from '../database/database-urls.ts'
import { type Finding, worst } from '../doctor/finding.ts'
import { readPortalUrl, readTargets, runChecks } from '../doctor/run-checks.ts'
import { dataDir, fromFolderOfUser } from '../files.ts'
import { flag, text, UsageError } from '../option.ts'
import { asCalled, print } from '../output.ts'

const EXIT_CODES = { ok: 0, warn: 1, fail: 2 }

/** Checks a running job board and says what to do. */
export const doctor = command({
  words: 'doctor',
  summary: 'check a running job board, with advice for each finding',
  about: 'Checks a running job board. Changes nothing',
  example: 'doctor',
  notes:
    'Checks the gateway and every service, databases, NATS and the event streams, outboxes, consumers, dead letters, ledgers, the search index, keys, webhooks, the portal, clocks, the secrets of .env, and free disk space. What it cannot reach is listed as not checked.',
  sections: {
    Environment: `  ACCOUNTS_URL, JOBS_URL, PIPELINE_URL, CANDIDATE_URL, SEARCH_URL, WEBHOOK_URL
                       addresses of the services, with commas between replicas (default: those of npm start)
  PORTAL_URL           address of the health of the portal (default: that of npm start)`,
  },
  options: {
    json: flag('one JSON object: status, findings, notChecked'),
    settings: text('FILE', 'the settings whose secrets are checked (default: .env, if there is one)'),
    data: text(
      'FOLDER',
      'a folder on the disk of the data (default: DATA_DIR or .jobboard if there is one, or this one)',
    ),
    ...adminOptions,
    ...databaseOptions,
  },
  exits: { 0: 'all is well', 1: 'there are warnings', 2: 'something fails, or the command line is wrong' },
  async run(values) {
    const envFile = fromFolderOfUser(values.settings ?? '.env')
    if (values.settings !== undefined && !existsSync(envFile))
      throw new UsageError(`--settings: there is no file ${values.settings}`)
    const fallback = existsSync(dataDir()) ? dataDir() : process.cwd()
    const diagnosis = await runChecks({
      admin: openAdminApi(values),
      adminUrl: readAddress(values).url,
      targets: readTargets(),
      portalUrl: readPortalUrl(),
      databases: findDatabaseUrls(values),
      envFile: existsSync(envFile) ? envFile : undefined,
      dataFolder: values.data === undefined ? fallback : fromFolderOfUser(values.data),
    })
    const status = worst(diagnosis.findings)
    if (values.json) print(JSON.stringify({ status, ...diagnosis }, null, 2))
    else {
      for (const finding of diagnosis.findings) print(asCalled(textOf(finding)))
      for (const what of diagnosis.notChecked) print(`-     not checked: ${what}`)
    }
    return EXIT_CODES[status]
  },
})

function textOf({ check, level, what, advice, runbook }: Finding): string {
  const page = runbook === undefined ? '' : ` (${join('docs/runbooks', runbook)})`
  return `${level.padEnd(5)} ${check}: ${what}${advice === undefined ? '' : `\n      ${advice}${page}`}`
}
