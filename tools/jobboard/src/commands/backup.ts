import { existsSync } from 'node:fs'
import { nameOf } from '../backup/folder.ts'
import { command } from '../command.ts'
import { databaseOptions, readDatabaseUrls, readPortalDatabaseUrl } from '../database/database-urls.ts'
import { fromFolderOfUser } from '../files.ts'
import { flag, text, UsageError } from '../option.ts'
import { note, print } from '../output.ts'

/** Writes a backup of the databases of all services. */
export const backup = command({
  words: 'backup',
  summary: 'write a backup of all databases, of one moment, while the job board runs',
  args: '[FOLDER]',
  example: 'backup                      backups/TIME in the folder in which you run the command',
  notes:
    'All databases are stored as they were at one moment. Writers wait while the moment is chosen, normally for some milliseconds; nothing else is interrupted. NATS and the search index are not part of it: both are made again from the databases. Nor are the sessions of the portal: after a restore everybody signs in again. The folder can be read by its owner only. It has personal data: encrypt it before it leaves the machine. A restore also needs .env, above all WEBHOOK_SECRET_KEY: keep a copy of it elsewhere.',
  sections: {
    Next: `  npm run jobboard -- restore FOLDER      docs/guides/operators/backup-and-restore.md`,
  },
  options: databaseOptions,
  async run(values, [given]) {
    const shown = given ?? `backups/${nameOf(new Date())}`
    const folder = fromFolderOfUser(shown)
    const urls = readDatabaseUrls(values)
    if (existsSync(folder)) throw new Error(`${shown} exists: give a FOLDER that does not exist`)
    // Loaded when it is needed: other commands start sooner.
    const { takeBackup } = await import('../backup/take-backup.ts')
    const { takenAt } = await takeBackup(urls, folder, note)
    print(`${shown}: backup of ${takenAt}`)
    return 0
  },
})

/** Restores a backup into the databases of stopped services. */
export const restore = command({
  words: 'restore',
  summary: 'restore a backup, while the services are stopped',
  args: 'FOLDER',
  example: [
    'docker compose stop gateway portal accounts jobs pipeline candidate search webhook',
    'npm run jobboard -- restore backups/TIME --replace',
    'docker compose up -d',
  ],
  notes:
    'Checks the whole backup first. Everything after the backup is lost: keys minted since then are refused, and persons who were erased since then are back and must be erased again. Ids and positions of event feeds that were given out since then are not given out again. On NATS the event streams are deleted and the records of keys stay, so that a key that was revoked since then stays revoked; when NATS has lost its store too, revoke such keys again. The portal ends all sessions: everybody signs in again.',
  options: {
    replace: flag('delete what the databases have'),
    'nats-url': text('URL', 'NATS (default: NATS_URL, with NATS_USER and NATS_PASSWORD)'),
    'without-nats': flag('NATS has an empty store, so that there is nothing to delete'),
    ...databaseOptions,
  },
  async run(values, [shown]) {
    const natsUrl = values['nats-url'] ?? process.env.NATS_URL
    const { 'without-nats': withoutNats, replace } = values
    if (!natsUrl && !withoutNats)
      throw new UsageError(
        'the address of NATS is missing: set NATS_URL, or --without-nats when its store is empty',
      )
    const urls = readDatabaseUrls(values)
    // Loaded when it is needed: other commands start sooner.
    const { restoreBackup } = await import('../backup/restore-backup.ts')
    const { openEventStreams } = await import('../backup/event-streams.ts')
    const streams = withoutNats ? undefined : await openEventStreams(natsUrl!)
    try {
      const takenAt = await restoreBackup({
        portalUrl: readPortalDatabaseUrl(values),
        ...{ urls, folder: fromFolderOfUser(shown!), replace, log: note },
        // With events of a lost future on the streams the restored services must not start.
        beforeCommit: async () =>
          note(`NATS: deleted ${(await streams?.deleteAll())?.join(', ') || 'no stream'}`),
      })
      print(`restored the backup of ${takenAt}; start the services, then run doctor`)
      return 0
    } finally {
      await streams?.close()
    }
  },
})
