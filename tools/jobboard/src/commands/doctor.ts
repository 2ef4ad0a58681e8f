import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { adminOptions, openAdminApi, readAddress } from '../admin-api.ts'
import { asCalled } from '../as-called.ts'
import { root } from '../checkout.ts'
import { command } from '../command.ts'
import { databaseOptions, findDatabaseUrls } from '../database/database-urls.ts'
import { type Finding, worst } from '../doctor/finding.ts'
import { runChecks } from '../doctor/run-checks.ts'
import { readPortalUrl, readTargets } from '../doctor/targets.ts'
import { flag, text } from '../option.ts'
import { UsageError } from '../usage-error.ts'
import { fromFolderOfUser } from '../user-path.ts'

const EXIT_CODES = { ok: 0, warn: 1, fail: 2 }

/** Checks a running job board and says what to do. */
export const doctor = command({
  words: ['doctor'],
  summary: 'check a running job board, with advice for each finding',
  about: 'Checks a running job board. Changes nothing',
  example: ['npm run jobboard -- doctor'],
  notes: [
    'Checks the gateway and every service, databases, NATS and the event streams, outboxes, consumers, dead letters, ledgers, the search index, keys, webhooks, the portal, clocks, the secrets of .env, and free disk space. What it cannot reach is listed as not checked.',
  ],
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
    const dataDir = resolve(root, process.env.DATA_DIR || '.jobboard')
    const diagnosis = await runChecks({
      admin: openAdminApi(values),
      adminUrl: readAddress(values).url,
      targets: readTargets(),
      portalUrl: readPortalUrl(),
      databases: findDatabaseUrls(values),
      envFile: existsSync(envFile) ? envFile : undefined,
      dataFolder:
        values.data !== undefined
          ? fromFolderOfUser(values.data)
          : existsSync(dataDir)
            ? dataDir
            : process.cwd(),
    })
    const status = worst(diagnosis.findings)
    if (values.json) process.stdout.write(`${JSON.stringify({ status, ...diagnosis }, null, 2)}\n`)
    else {
      for (const finding of diagnosis.findings) process.stdout.write(asCalled(textOf(finding)))
      for (const what of diagnosis.notChecked) process.stdout.write(`-     not checked: ${what}\n`)
    }
    return EXIT_CODES[status]
  },
})

function textOf({ check, level, what, advice, runbook }: Finding): string {
  const page = runbook === undefined ? '' : ` (${join('docs/runbooks', runbook)})`
  const more = advice === undefined ? '' : `      ${advice}${page}\n`
  return `${level.padEnd(5)} ${check}: ${what}\n${more}`
}
