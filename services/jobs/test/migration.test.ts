import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDb } from '@jobboard/db/db'
import { migrate } from '@jobboard/db/migrate'
import { openDatabase } from '@jobboard/testkit/database'
import { expect, test } from 'vitest'
import type { WantedQuestion } from '../src/jobs/change.ts'
import { withIds } from '../src/jobs/store.ts'
import { service } from '../src/service.ts'

test('migration 0002 keeps ids, order and options of screening questions; new ids continue after them', async () => {
  const { url, drop } = await openDatabase()
  const oldMigrations = await mkdtemp(join(tmpdir(), 'jobs-migrations-'))
  const db = openDb({ url })
  try {
    const { folder } = service.migrations.find(({ name }) => name === 'jobs')!
    await copyFile(join(folder, '0001_job.sql'), join(oldMigrations, '0001_job.sql'))
    await migrate(url, [{ name: 'jobs', folder: oldMigrations }])
    await db.sql`
      insert into job (employer_id, status, title, created_at, updated_at, version)
      select 1, 'Draft', 'Job ' || n, now(), now(), 1 from generate_series(1, 3) as n`
    await db.sql`
      insert into screening_question (job_id, position, text, type, required, options)
      values (2, 1, 'Which boat?', 'SingleChoice', false, array['Rowing', 'Sail "boat", {big}']),
        (2, 0, 'Can you swim?', 'YesNo', true, '{}'), (3, 0, 'Why?', 'Text', true, '{}'),
        (3, 1, 'Removed', 'Text', true, '{}')`
    await db.sql`delete from screening_question where text = 'Removed'`
    await migrate(url, service.migrations)
    const rows = await db.sql<{
      screeningQuestions: unknown
    }>`select screening_questions from job order by id`
    expect(rows.map(({ screeningQuestions }) => screeningQuestions)).toEqual([
      [],
      [
        { id: 2, text: 'Can you swim?', type: 'YesNo', required: true, options: [] },
        {
          id: 1,
          text: 'Which boat?',
          type: 'SingleChoice',
          required: false,
          options: ['Rowing', 'Sail "boat", {big}'],
        },
      ],
      [{ id: 3, text: 'Why?', type: 'Text', required: true, options: [] }],
    ])
    const added: WantedQuestion = { text: 'New?', type: 'YesNo', required: true, options: [] }
    expect(await db.tx((sql) => withIds(sql, [added]))).toMatchObject([{ id: 5 }])
  } finally {
    await db.close()
    await drop()
    await rm(oldMigrations, { recursive: true })
  }
})
