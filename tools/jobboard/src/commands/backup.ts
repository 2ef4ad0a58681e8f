import { existsSync } from 'node:fs'
import { command } from '../command.ts'
import { databaseOptions, readDatabaseUrls } from '../database/database-urls.ts'
import { UsageError } from '../usage-error.ts'
import { fromFolderOfUser } from '../user-path.ts'

/** Writes a backup of the databases of all services. */
export const backup = command({
  words: ['backup'],
  summary: 'write a backup of all databases, of one moment, while the job board runs',
  args: '[FOLDER]',
  example: [
    'npm run jobboard -- backup                      backups/TIME in the folder in which you run the command',
  ],
  notes: [
    'All databases are stored as they were at one moment. Writers wait while the moment is chosen, normally for some milliseconds; nothing else is interrupted. NATS and the search index are not part of it: both are made again from the databases. Nor are the sessions of the portal: after a restore everybody signs in again. The folder can be read by its owner only. It has personal data: encrypt it before it leaves the machine. A restore also needs .env, above all WEBHOOK_SECRET_KEY: keep a copy of it elsewhere.',
  ],
  sections: {
    Next: `  npm run jobboard -- restore FOLDER      docs/guides/operators/backup-and-restore.md`,
  },
  options: databaseOptions,
  exits: {
    0: 'the backup is complete',
    1: 'there is no backup: the output says why, and nothing is left of it',
  },
  async run(values, positionals) {
    if (positionals.length > 1) throw new UsageError(`backup takes one FOLDER, got ${positionals.length}`)
    const shown = positionals[0] ?? `backups/${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`
    const folder = fromFolderOfUser(shown)
    const urls = readDatabaseUrls(values)
    if (existsSync(folder)) throw new Error(`${shown} exists: give a FOLDER that does not exist`)
    // Loaded when it is needed: other commands start sooner.
    const { takeBackup } = await import('../backup/take-backup.ts')
    const { takenAt } = await takeBackup(urls, folder, (line) => void process.stderr.write(`${line}\n`))
    process.stdout.write(`${shown}: backup of ${takenAt}\n`)
    return 0
  },
})
