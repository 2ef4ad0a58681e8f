import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyEncrypted } from '../backup/copy.ts'
import { DRILL_METRICS_FILE, runDaily } from '../backup/daily.ts'
import type { DrillResult } from '../backup/drill.ts'
import { listBackups } from '../backup/folder.ts'
import { drillMetrics } from '../backup/metrics.ts'
import { command } from '../command.ts'
import { databaseOptions, readDatabaseUrls, readScratchUrls } from '../database/database-urls.ts'
import { findingText, worst } from '../doctor/finding.ts'
import { fromFolderOfUser } from '../files.ts'
import { UsageError } from '../option.ts'
import { asCalled, note, print } from '../output.ts'

type Values = Parameters<typeof readDatabaseUrls>[0]
const EXIT_CODES = { ok: 0, warn: 0, fail: 1 }

/** Restores a backup beside the running job board and checks it. */
export const drillCommand = command({
  words: 'drill',
  summary: 'restore the newest backup beside the running job board, check it, and drop it',
  args: '[FOLDER]',
  example: 'drill                       the newest of backups/ in the folder in which you run the command',
  notes:
    'Creates databases of its own on the same server and drops them at the end; nothing else is changed, but the server needs disk space for a second copy. Checks every file and every row count, each credit balance against its entries, the profiles of CV search, and that no erased person is in the backup; lists who was erased since. Prints how old the backup is (recovery point) and how long the restore took (recovery time), and writes both to drill.prom beside the backup, in the text format of Prometheus.',
  options: databaseOptions,
  async run(values, [given]) {
    const folder = given === undefined ? newest() : fromFolderOfUser(given)
    const result = await drillWith(values, folder)
    for (const finding of result.findings) print(asCalled(findingText(finding)))
    for (const id of result.toEraseAgain) print(`erased since: after a restore run "erase ${id}" again`)
    const seconds = (value: number | undefined) =>
      value === undefined ? 'unknown' : `${Math.round(value)} s`
    print(
      `recovery point ${seconds(result.recoveryPointSeconds)}, recovery time ${seconds(result.recoveryTimeSeconds)}`,
    )
    return EXIT_CODES[worst(result.findings)]
  },
})

function newest(): string {
  const folder = fromFolderOfUser('backups')
  const name = listBackups(folder).at(-1)
  if (name === undefined) throw new Error('there is no backup in backups/: npm run jobboard -- backup')
  return join(folder, name)
}

async function drillWith(values: Values, folder: string): Promise<DrillResult> {
  // Loaded when it is needed: other commands start sooner.
  const { drill } = await import('../backup/drill.ts')
  const scratch = readScratchUrls(values, 'jobboard_drill_')
  const urls = readDatabaseUrls(values)
  const result = await drill({ urls, ...scratch, folder, log: note })
  const file = join(folder, '..', DRILL_METRICS_FILE)
  writeFileSync(`${file}.new`, drillMetrics(result))
  renameSync(`${file}.new`, file)
  return result
}

/** Runs as long as the installation does. */
export const backupDaily = command({
  words: 'backup daily',
  summary: 'write a backup each day, verify it by a drill, copy it encrypted, delete old ones',
  about:
    'Writes a backup each day, verifies it by a drill, copies it encrypted, and deletes old ones. Runs until it is stopped',
  example: 'docker compose --profile backup up -d',
  notes:
    'A backup that was missed, because nothing ran, is made at the next start; one that could not be taken is tried again after 15 minutes. Old ones are deleted only after all steps succeeded. Copies are never deleted: give the storage a rule for that, and a key that may only write. Serves metrics on port 8100.',
  sections: {
    Environment: `  BACKUP_TIME             when, in UTC (default: 03:00)
  BACKUP_KEEP_DAYS        for how long a backup stays in backups/ (default: 14)
  BACKUP_COPY_TO          a folder, or a remote of rclone such as s3:BUCKET/FOLDER (default: no copy)
  BACKUP_AGE_RECIPIENT    the public key of age that copies are encrypted for`,
  },
  options: databaseOptions,
  async run(values) {
    const urls = readDatabaseUrls(values)
    const settings = readDailySettings(process.env)
    const folder = fromFolderOfUser('backups')
    const { takeBackup } = await import('../backup/take-backup.ts')
    const ended = new AbortController()
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => ended.abort())
    const options = { folder, time: settings.time, keepDays: settings.keepDays, log: note }
    const steps = {
      async take(to: string) {
        const { takenAt } = await takeBackup(urls, to, note)
        note(`${to}: backup of ${takenAt}`)
      },
      async verify(from: string) {
        const { findings } = await drillWith(values, from)
        for (const finding of findings) note(asCalled(findingText(finding)))
        if (worst(findings) === 'fail') throw new Error('the backup does not pass the drill')
      },
      async copy(name: string) {
        if (settings.copy) note(`copied to ${await copyEncrypted(folder, name, settings.copy)}`)
      },
    }
    await runDaily(options, steps, METRICS_PORT, ended.signal)
    return 0
  },
})

const METRICS_PORT = 8100

/** Throws UsageError, which names the variable. */
export function readDailySettings(env: Readonly<Record<string, string | undefined>>) {
  const time = env.BACKUP_TIME || '03:00'
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    throw new UsageError(`BACKUP_TIME must be a time of the day in UTC such as 03:00, got "${time}"`)
  const keepDays = Number(env.BACKUP_KEEP_DAYS || '14')
  if (!Number.isInteger(keepDays) || keepDays < 1 || keepDays > 3650)
    throw new UsageError('BACKUP_KEEP_DAYS must be a whole number from 1 to 3650')
  const [to, recipient] = [env.BACKUP_COPY_TO, env.BACKUP_AGE_RECIPIENT]
  if (to && !/^age1[0-9a-z]+$/.test(recipient ?? ''))
    throw new UsageError(
      'BACKUP_COPY_TO needs BACKUP_AGE_RECIPIENT, a public key of age (age1...): a copy has personal data',
    )
  return { time, keepDays, copy: to ? { to, recipient: recipient! } : undefined }
}
