import { listUsersOfEmployer } from '@jobboard/contracts/employers/users'
import { listRecruiterKeys } from '@jobboard/contracts/keys/admin'
import { listAudit, listEmployerAudit, PLATFORM } from '@jobboard/contracts/operators/audit'
import { auditActions } from '@jobboard/contracts/operators/events'
import { listStaff } from '@jobboard/contracts/operators/staff'
import { type Area, get, type Page, screen, type View, type Visit } from '../../http/page.ts'
import { csvExport, exportLink } from '../../kit/export.ts'
import { type FieldWords, optionsOf } from '../../kit/fields.ts'
import { filters } from '../../kit/filters.ts'
import { type Names, orNone, readNames } from '../../peers/ask.ts'
import { staffRoles } from '../../person/person.ts'
import {
  actionText,
  actorText,
  cellsOf,
  columnsOf,
  employerActions,
  employerTypes,
  type Row,
  types,
  typeText,
} from './rows.ts'

const OWN = '/audit'
const STAFF = '/staff/audit'
const ownRoles = ['EmployerAdmin'] as const
/** Keys to choose from: the newest. */
const MAX_KEYS = 100

const select = (label: string) => ({ type: 'select', label }) as const
const fieldsOf = {
  actor: select('Who'),
  action: select('Action'),
  entityType: select('Object'),
  entityId: { type: 'text', label: 'Object id', maxLength: 200 },
  since: { type: 'datetime-local', label: 'From' },
  until: { type: 'datetime-local', label: 'Before' },
} as const satisfies Record<string, FieldWords>
type Field = keyof typeof fieldsOf

const ownList = filters({ path: OWN, pageSize: 25, fields: fieldsOf })
const staffList = filters({
  path: STAFF,
  pageSize: 25,
  fields: { ...fieldsOf, employerId: { type: 'number', label: 'Employer number' } },
})

const named = (kind: string, all: readonly { id: number; name: string }[] = []) =>
  Object.fromEntries(all.map(({ id, name }) => [`${kind} ${id}`, name]))

async function showOwn(visit: Visit): Promise<View> {
  const at = ownList.read(visit)
  const [page, users, keys] = await Promise.all([
    visit.ask(listEmployerAudit, { query: at.query }),
    visit.ask(listUsersOfEmployer, {}, { isHidden: true }),
    visit.ask(listRecruiterKeys, {}, { isHidden: true }),
  ])
  const people = { ...named('user', users), ...named('key', keys.slice(0, MAX_KEYS)) }
  const choices = {
    actors: [...Object.keys(people), PLATFORM],
    actions: employerActions,
    types: employerTypes,
  }
  return auditScreen(visit, OWN, at, page, people, choices)
}

async function showStaff(visit: Visit): Promise<View> {
  const at = staffList.read(visit)
  const { employerId } = at.query
  const of = { params: { employerId: employerId ?? '' } }
  const [page, staff, users, keys] = await Promise.all([
    visit.ask(listAudit, { query: at.query }),
    visit.ask(listStaff, {}, { isHidden: true }),
    employerId ? orNone(visit.ask(listUsersOfEmployer, of, { isHidden: true }), 'not_found') : [],
    employerId ? orNone(visit.ask(listRecruiterKeys, of, { isHidden: true }), 'not_found') : [],
  ])
  const people = {
    ...named('staff', staff),
    ...named('user', users),
    ...named('key', keys?.slice(0, MAX_KEYS)),
  }
  const choices = { actors: ['operator', ...Object.keys(people)], actions: auditActions, types }
  return auditScreen(visit, STAFF, at, page, people, choices)
}

async function auditScreen(
  visit: Visit,
  path: string,
  at: Pick<ReturnType<typeof ownList.read>, 'query' | 'refused' | 'form' | 'panel'>,
  { items, total }: { items: readonly Row[]; total: number },
  people: Names,
  choices: { actors: readonly string[]; actions: readonly string[]; types: readonly string[] },
): Promise<View> {
  const { actor = '', action = '', entityType = '' } = at.query
  const names = { ...people, ...(await readNames(visit, [actor, ...objectsOf(items)])) }
  const options = (
    values: readonly string[],
    chosen: string,
    text: (value: string) => string,
    none: string,
  ) =>
    optionsOf(
      [...new Set([...values, ...(chosen ? [chosen] : [])])].map((value) => [value, text(value)]),
      none,
    )
  const more: Partial<Record<Field, Partial<FieldWords>>> = {
    actor: { options: options(choices.actors, actor, (one) => actorText(one, names), 'Anybody') },
    action: { options: options(choices.actions, action, actionText, 'Any action') },
    entityType: { options: options(choices.types, entityType, typeText, 'Any object') },
  }
  return screen(visit, {
    title: 'Audit',
    lead: 'Who changed what, newest first.',
    wide: true,
    refused: at.refused,
    actions: total > 0 && exportLink(`${path}/export`, at.query, total),
    body: [
      at.form(more),
      at.panel<Row>({
        caption: 'Changes',
        rows: items,
        total,
        empty: { title: 'No change yet', text: 'What is changed appears here.' },
        noMatch: { title: 'No change matches', text: 'Choose another actor, action, object or time.' },
        columns: columnsOf(visit, path, names),
      }),
    ],
  })
}

const objectsOf = (rows: readonly Row[]) => rows.flatMap(({ actor, object }) => [actor, object])

type Page100 = { items: readonly Row[]; nextCursor?: string | null | undefined }

function auditExport(
  path: string,
  roles: Page['roles'],
  filters: readonly string[],
  read: (visit: Visit, query: Record<string, string | number | undefined>) => Promise<Page100>,
): Page {
  return csvExport<Row & { names: Names }>({
    path: `${path}/export`,
    roles,
    name: 'audit',
    filters,
    async read(visit, query) {
      const page = await read(visit, query)
      const names = await readNames(visit, objectsOf(page.items))
      return { ...page, items: page.items.map((row) => ({ ...row, names })) }
    },
    columns: () => cellsOf((row) => (row as Row & { names: Names }).names, path === STAFF),
  })
}

export const audit: Area = {
  places: [
    { href: OWN, label: 'Audit', icon: 'audit', roles: ownRoles },
    { href: STAFF, label: 'Audit', icon: 'audit', roles: staffRoles },
  ],
  pages: [
    get(OWN, ownRoles, showOwn),
    get(STAFF, staffRoles, showStaff),
    auditExport(OWN, ownRoles, Object.keys(fieldsOf), (visit, query) =>
      visit.ask(listEmployerAudit, { query }, { isHidden: true }),
    ),
    auditExport(STAFF, staffRoles, [...Object.keys(fieldsOf), 'employerId'], (visit, query) =>
      visit.ask(listAudit, { query }, { isHidden: true }),
    ),
  ],
}
