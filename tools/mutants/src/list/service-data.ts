import type { Mutant } from '../mutant.ts'

export const serviceData: readonly Mutant[] = [
  {
    name: 'erasure-tombstone',
    rules: ['P-121'],
    without: 'an older event brings an erased person back',
    file: 'packages/service/src/erasure/consumers.ts',
    find: '    await saveTombstone(sql, erased)\n',
    replace: '',
    tests: [
      'services/search/test/erasure.test.ts > an older and a newer profile after the erasure store nothing',
    ],
  },
  {
    name: 'erasure-second-pass',
    rules: ['P-119'],
    without: 'what a transaction stores that began before the erasure stays',
    file: 'packages/service/src/erasure/confirm-erasures.ts',
    find: '        await erasePart(sql, erasure, erased, now)\n',
    replace: '',
    tests: [
      'services/pipeline/test/erasure.test.ts > what a transaction stores that began before the erasure',
    ],
  },
  {
    name: 'erasure-waits-for-transactions',
    rules: ['P-119'],
    without: 'the second pass runs before an older transaction has stored the person',
    file: 'packages/service/src/erasure/confirm-erasures.ts',
    find: 'while (await tombstone.hasTransactionBefore(db.sql, time)) {',
    replace: 'while (false) {',
    tests: [
      'services/pipeline/test/erasure.test.ts > what a transaction stores that began before the erasure',
    ],
  },
  {
    name: 'erasure-of-dead-letters',
    rules: ['P-120'],
    without: 'failed events and dead letters keep the erased person',
    file: 'packages/service/src/erasure/erasure.ts',
    find: 'for (const aggregate of personalAggregates(erased)) await deleteStoredEvents(sql, aggregate)',
    replace: '',
    tests: ['services/search/test/erasure.test.ts > failed events and dead letters of the person go'],
  },
  {
    name: 'resync-fenced',
    rules: ['P-75'],
    without: 'two replicas move the cursor of one resync, and states are left out',
    file: 'packages/service/src/resync/store.ts',
    find: `
      and (subject, cursor, stream_created)
        is not distinct from (\${before.subject}::text, \${before.cursor}::text, \${before.streamCreated}::text)`,
    replace: '',
    tests: ['packages/service/test/resync-progress.test.ts'],
  },
  {
    name: 'migration-lock',
    rules: ['P-531'],
    without: 'replicas that start together apply the same migration',
    file: 'packages/db/src/migrate.ts',
    find: 'if (rows[0].acquired) return',
    replace: 'return',
    tests: ['packages/db/test/migrate.test.ts > of several replicas one applies the migrations, in order'],
  },
  {
    name: 'migration-lock-timeout',
    rules: ['P-531'],
    without: 'a migration that waits for a lock stops every statement on its table',
    file: 'packages/db/src/migrate.ts',
    find: '    await client.query(`set local lock_timeout = ${lockTimeoutMs}`)\n',
    replace: '',
    tests: ['packages/db/test/migrate.test.ts > a migration gives up its place in the queue of a held lock'],
  },
]
