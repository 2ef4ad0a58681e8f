import { command } from '../command.ts'
import { databaseOptions, readDatabaseUrls, readPortalDatabaseUrl } from '../database/database-urls.ts'
import { flag, text } from '../option.ts'
import { UsageError } from '../usage-error.ts'
import { fromFolderOfUser } from '../user-path.ts'

/** Restores a backup into the databases of stopped services. */
export const restore = command({
  words: ['restore'],
  summary: 'restore a backup, while the services are stopped',
  args: 'FOLDER',
  example: [
    'docker compose stop gateway portal accounts jobs pipeline candidate search webhook',
    'npm run jobboard -- restore backups/TIME --replace',
    'docker compose up -d',
  ],
  notes: [
    'Checks the whole backup first. Everything after the backup is lost: keys minted since then are refused, and persons who were erased since then are back and must be erased again. Ids and positions of event feeds that were given out since then are not given out again. On NATS the event streams are deleted and the records of keys stay, so that a key that was revoked since then stays revoked; when NATS has lost its store too, revoke such keys again. The portal ends all sessions: everybody signs in again.',
  ],
  options: {
    replace: flag('delete what the databases have'),
    'nats-url': text('URL', 'NATS (default: NATS_URL, with NATS_USER and NATS_PASSWORD)'),
    'without-nats': flag('NATS has an empty store, so that there is nothing to delete'),
    ...databaseOptions,
  },
  exits: {
    0: 'restored, and every credit balance is the sum of its entries',
    1: 'not restored: the output says why. Run the command again when the cause is gone',
  },
  async run(values, positionals) {
    const [shown, ...rest] = positionals
    if (!shown || rest.length > 0)
      throw new UsageError(`restore takes one FOLDER of a backup, got ${positionals.length}`)
    const natsUrl = values['nats-url'] ?? process.env.NATS_URL
    const { 'without-nats': withoutNats, replace } = values
    if (!natsUrl && !withoutNats)
      throw new UsageError(
        'the address of NATS is missing: set NATS_URL, or --without-nats when its store is empty',
      )
    const urls = readDatabaseUrls(values)
    const log = (line: string) => void process.stderr.write(`${line}\n`)
    // Loaded when it is needed: other commands start sooner.
    const { restoreBackup } = await import('../backup/restore-backup.ts')
    const { openEventStreams } = await import('../backup/event-streams.ts')
    const streams = withoutNats ? undefined : await openEventStreams(natsUrl!)
    try {
      const takenAt = await restoreBackup({
        portalUrl: readPortalDatabaseUrl(values),
        ...{ urls, folder: fromFolderOfUser(shown), replace, log },
        // With events of a lost future on the streams the restored services must not start.
        beforeCommit: async () =>
          log(`NATS: deleted ${(await streams?.deleteAll())?.join(', ') || 'no stream'}`),
      })
      process.stdout.write(`restored the backup of ${takenAt}; start the services, then run doctor\n`)
      return 0
    } finally {
      await streams?.close()
    }
  },
})
