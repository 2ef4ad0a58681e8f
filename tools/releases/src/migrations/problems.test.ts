import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../releases.ts'
import { newerThan } from './main.ts'
import { problemsOf } from './problems.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'jobboard-migrations-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** The problems of a migration with this text. */
function check(text: string): string {
  const file = join(folder, '0001_test.sql')
  writeFileSync(file, text)
  return problemsOf(relative(ROOT, file)).join('\n')
}

const breaks: [string, string, string][] = [
  ['a column is dropped', 'alter table job drop column title;', 'ban-drop-column'],
  ['a table is dropped', 'drop table job;', 'ban-drop-table'],
  ['a column gets another name', 'alter table job rename column title to name;', 'renaming-column'],
  ['a table gets another name', 'alter table job rename to posting;', 'renaming-table'],
  [
    'a column changes its type',
    'alter table job alter column title type varchar(10);',
    'changing-column-type',
  ],
  [
    'a new column must not be null and has no default',
    'alter table job add column city text not null;',
    'adding-required-field',
  ],
  [
    'a column may no longer be null',
    'alter table job alter column city set not null;',
    'adding-not-nullable-field',
  ],
  [
    'a constraint is unique',
    'alter table job add constraint one unique (title);',
    'disallowed-unique-constraint',
  ],
  [
    'an index is unique',
    '-- no transaction\ncreate unique index concurrently one on job (title);',
    'unique-index',
  ],
  ['an index locks writes', 'create index one on job (title);', 'require-concurrent-index-creation'],
  [
    'a check validates every row',
    'alter table job add constraint c check (id > 0);',
    'constraint-missing-not-valid',
  ],
  ['rows are changed', 'update job set title = upper(title);', 'changed-rows'],
  [
    'an index of a file with a transaction is concurrent',
    'select 1;\ncreate index concurrently one on job (title);',
    'ban-concurrent-index-creation-in-transaction',
  ],
]
test.each(breaks)('refused: %s (P-542)', (_title, text, rule) => {
  expect(check(text)).toContain(`: ${rule}: `)
  expect(
    check(
      `-- allowed ${rule}: the release before has never used this table.\n${text}`.replace(
        /^(-- allowed.*\n)(-- no transaction\n)/,
        '$2$1',
      ),
    ),
  ).not.toContain(`: ${rule}: `)
})

test.each([
  ['a table', 'create table a (id bigint primary key, b bigint not null);\ncreate unique index c on a (b);'],
  [
    'a column',
    'alter table job add column city text;\nalter table job add column size integer not null default 1;',
  ],
  ['an index', '-- no transaction\ncreate index concurrently one on job (title);'],
  ['a check of new rows', 'alter table job add constraint c check (id > 0) not valid;'],
])('accepted: %s is added (P-542)', (_title, text) => {
  expect(check(text)).toBe('')
})

test('an allowance needs a reason and a finding, and is written in one way (P-542)', () => {
  expect(check('-- allowed ban-drop-table: old\ndrop table job;')).toContain('say why')
  expect(check('-- allowed ban-drop-table: nobody has used it for two releases.\nselect 1;')).toContain(
    'nothing here needs',
  )
  expect(check('-- squawk-ignore ban-drop-table\ndrop table job;')).toContain('in place of squawk-ignore')
})

test('migrations of the newest release are not checked again, and none of them may go (P-542)', () => {
  expect(newerThan(['a.sql', 'b.sql'], ['b.sql', 'c.sql'])).toEqual({
    newer: ['c.sql'],
    problems: ['a.sql is gone: databases have it, and new ones would lack it.'],
  })
})
