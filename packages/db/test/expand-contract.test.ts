import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { contractBreaches } from './support/contract-breaches.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Applied before the first release, so no replica of an older one runs beside them. Closed by the first release. */
const BEFORE_FIRST_RELEASE = [
  'packages/events/migrations/0004_retry.sql',
  'packages/ledger/migrations/0002_newest_by_date.sql',
  'packages/ledger/migrations/0003_append_only.sql',
  'services/accounts/migrations/0004_key_feed.sql',
  'services/jobs/migrations/0002_questions_in_job.sql',
  'services/pipeline/migrations/0002_application_by_status.sql',
  'services/pipeline/migrations/0006_application_changes.sql',
  'services/search/migrations/0051_search_lexemes_index.sql',
]

test('no migration breaks the previous release, unless its file is marked as a contract step', () => {
  const files = globSync('{packages,services}/*/migrations/*.sql', { cwd: root })
  const breaches = files
    .sort()
    .map((file) => [file, contractBreaches(readFileSync(`${root}/${file}`, 'utf8'))] as const)
    .filter(([file, found]) => found.length > 0 && !BEFORE_FIRST_RELEASE.includes(file))
  expect(files.length).toBeGreaterThan(15)
  expect(Object.fromEntries(breaches)).toEqual({})
})

test.each([
  'drop table job',
  'alter table job drop title',
  'alter table job drop column if exists title',
  'alter table job rename title to name',
  'alter table job alter column title type integer',
  'alter table job alter title set data type integer',
  'alter table job alter title set not null',
  'alter table job add column owner integer not null',
  'alter table job add a integer not null default 1, add b integer not null',
  'alter table job add constraint positive check (id > 0)',
  'delete from job',
  'create index job_title on job (title)',
  'create unique index job_title on job (title)',
  '-- no transaction\nalter table job add b integer',
])('refused: %s', (statement) => {
  expect(
    contractBreaches(`-- Why.\n${statement};`).length + contractBreaches(statement).length,
  ).toBeGreaterThan(0)
  expect(contractBreaches(`-- contract step after release 1.4: nothing reads it\n${statement};`)).toEqual([])
})

test.each([
  "alter table job add column owner text not null default 'a;b', add other integer",
  'alter table job add column owner integer, add constraint positive check (owner > 0) not valid',
  'alter table job alter title drop not null, alter title drop default, drop constraint positive',
  'alter table job set (autovacuum_vacuum_scale_factor = 0.02)',
  'create table note (id integer not null); create index note_id on note (id)',
  '-- no transaction\ndrop index concurrently if exists job_title;\ncreate index concurrently job_title on job (title)',
  '-- drops nothing; delete from job\nselect 1',
])('accepted: %s', (statement) => {
  expect(contractBreaches(statement)).toEqual([])
})
