import { createNote } from '@jobboard/contracts/applications/notes'
import { createUser, updateUser } from '@jobboard/contracts/employers/users'
import { mintRecruiterKey } from '@jobboard/contracts/keys/admin'
import { html, render } from '@jobboard/html/html'
import { expect, test } from 'vitest'
import type { Visit } from '../http/page.ts'
import { fields } from './fields.ts'
import { filters } from './filters.ts'

const list = filters({
  path: '/list',
  pageSize: 25,
  fields: {
    actor: { type: 'text', label: 'Actor' },
    status: { type: 'select', label: 'Status', options: [{ value: 'Failed', label: 'Failed' }] },
    types: {
      type: 'checkboxes',
      label: 'Types',
      options: ['a', 'b'].map((value) => ({ value, label: value })),
    },
    since: { type: 'datetime-local', label: 'Since' },
    until: { type: 'datetime-local', label: 'Until' },
  },
  tabs: { name: 'hours', label: 'Hours', values: ['24', '168'] },
})
const at = (search: string) => {
  const query = Object.fromEntries(new URLSearchParams(search))
  const types = new URLSearchParams(search).getAll('types')
  return list.read({ query, request: { query: { ...query, types } }, zone: 'Asia/Tokyo' } as unknown as Visit)
}

test('a filter reads its address: what is no choice is left out, times are moments, links keep the rest', () => {
  const read = at(
    'actor=+ada+&status=No&types=a&types=x&since=2026-11-26T09:00&zone=Asia/Tokyo&page=3&hours=168',
  )
  const since = '2026-11-26T00:00:00.000Z'
  expect(read.query).toEqual({ actor: 'ada', types: 'a', since, page: 3, pageSize: 25 })
  expect([read.tab, read.isNarrow, read.refused]).toEqual(['168', true, undefined])
  const again = at(read.href({ page: 4 }).split('?')[1]!)
  expect([again.query, again.tab]).toEqual([{ ...read.query, page: 4 }, '168'])
  expect(at(read.href({ hours: '24' }).split('?')[1]!).query).toEqual({ ...read.query, page: 1 })
  expect(at('').isNarrow).toBe(false)
})

test('a time that is none, and an end before its start, are refused at their fields', () => {
  expect(at('since=yesterday').refused?.errors).toEqual({ since: 'Enter a day and a time.' })
  const wrong = at('since=2026-11-26T09:00&until=2026-11-25T09:00')
  expect([Object.keys(wrong.refused!.errors), wrong.query.until]).toEqual([['until'], undefined])
  expect(render(html`<div>${wrong.form()}</div>`)).toContain('field-until-error')
})

test('fields take type, options and length from the schema, and read what the endpoint takes', () => {
  const label = 'Label'
  const user = fields(createUser.body, { name: { label }, email: { label }, role: { label } })
  const shown = render(html`<form>${user.show({ values: {}, errors: {} }, { name: false })}</form>`)
  expect(shown).not.toContain('name="name"')
  expect(shown).toMatch(/type="email"[^>]*maxlength="200"/)
  expect(shown).toMatch(/type="radio"[^>]*value="Interviewer"/)
  expect(fields(createNote.body, { text: { label } }).read({ text: 'x' })).toEqual({ text: 'x' })
  const key = fields(mintRecruiterKey.body, {
    name: { label },
    scopes: { label },
    userId: { label, type: 'select' },
  })
  expect(key.read({ name: ' x ', scopes: 'CvSearch', userId: '7', other: '1' })).toEqual({
    ...{ name: 'x', scopes: ['CvSearch'], userId: 7 },
  })
  expect(key.read({ userId: '' })).toEqual({ name: '', scopes: [], userId: null })
  expect(fields(updateUser.body, { name: { label } }).read({ name: '' })).toEqual({ name: undefined })
})

test('a list below an object: its path, ids as numbers, how deep it can be read, and what stands where nothing matches', () => {
  const below = filters({
    path: '/things/:thingId',
    pageSize: 25,
    fields: { ownerId: { type: 'number', label: 'Owner' } },
  })
  const open = (query: Record<string, string>) =>
    below.read({ query, request: { query }, params: { thingId: 'a/b' } } as unknown as Visit, 50)
  const read = open({ ownerId: '12', page: '9' })
  expect(read.query).toEqual({ ownerId: '12', page: 2, pageSize: 25 })
  expect(read.href({ page: 1 })).toBe('/things/a%2Fb?ownerId=12&page=1')
  for (const ownerId of ['x', '0', '-1', '1.5', '2147483648']) {
    const wrong = open({ ownerId })
    expect([wrong.query.ownerId, Object.keys(wrong.refused?.errors ?? {})]).toEqual([undefined, ['ownerId']])
  }
  const noMatch = { title: 'Nothing matches', text: 'Try less.' }
  const shown = (at: ReturnType<typeof open>) =>
    render(
      html`<div>${at.table({ caption: 'Things', columns: {}, rows: [], total: 0, empty: 'None yet', noMatch })}</div>`,
    )
  expect(shown(read)).toContain('Nothing matches')
  expect(shown(open({}))).toContain('None yet')
})
