import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { adminOptions, openAdminApi, readAddress } from '../admin-api.ts'
import { command } from '../command.ts'
import { databaseOptions, findDatabaseUrls } from '../database/database-urls.ts'
import { findingText, worst } from '../doctor/finding.ts'
import { type Diagnosis, readPortalUrl, readTargets, runChecks, type Sources } from '../doctor/run-checks.ts'
import { dataDir, fromFolderOfUser } from '../files.ts'
import { flag, text, texts, UsageError } from '../option.ts'
import { asCalled, note, print } from '../output.ts'

const WAIT_MS = 60_000
const PAUSE_MS = 2_000
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
    data: texts(
      'FOLDER',
      'a folder on a disk with data; may be repeated (default: DATA_FOLDERS; DATA_DIR or .jobboard if there is one; or this one)',
    ),
    'no-wait': flag('report at once; without it, what is starting is waited for, at most 60 s'),
    ...adminOptions,
    ...databaseOptions,
  },
  exits: { 0: 'all is well', 1: 'there are warnings', 2: 'something fails, or the command line is wrong' },
  async run(values) {
    const envFile = fromFolderOfUser(values.settings ?? '.env')
    if (values.settings !== undefined && !existsSync(envFile))
      throw new UsageError(`--settings: there is no file ${values.settings}`)
    const diagnosis = await diagnose(values['no-wait'] ? 0 : WAIT_MS, {
      admin: openAdminApi(values),
      adminUrl: readAddress(values).url,
      targets: readTargets(),
      portalUrl: readPortalUrl(),
      databases: findDatabaseUrls(values),
      envFile: existsSync(envFile) ? envFile : undefined,
      dataFolders: values.data.length > 0 ? values.data.map(fromFolderOfUser) : defaultFolders(),
    })
    const status = worst(diagnosis.findings)
    const { findings, notChecked } = diagnosis
    if (values.json) print(JSON.stringify({ status, findings, notChecked }, null, 2))
    else {
      for (const finding of findings) print(asCalled(findingText(finding)))
      for (const what of notChecked) print(`-     not checked: ${what}`)
    }
    return EXIT_CODES[status]
  },
})

/** Checks again, for so long, while something is starting. */
async function diagnose(waitMs: number, sources: Sources): Promise<Diagnosis> {
  const began = performance.now()
  for (;;) {
    const diagnosis = await runChecks(sources)
    const waitedMs = performance.now() - began
    if (diagnosis.starting.length === 0 || waitedMs >= waitMs) return diagnosis
    const seconds = `${Math.round(waitedMs / 1_000)} s of at most ${waitMs / 1_000}`
    note(`Waiting until ${diagnosis.starting.join(', ')} can be reached (${seconds})…`)
    await sleep(PAUSE_MS)
  }
}

function defaultFolders(): string[] {
  const named = process.env.DATA_FOLDERS?.split(',').filter(existsSync) ?? []
  return named.length > 0 ? named : [existsSync(dataDir()) ? dataDir() : process.cwd()]
}
