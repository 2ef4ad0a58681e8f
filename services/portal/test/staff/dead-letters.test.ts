import { eventually } from '@jobboard/testkit/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atOnce, openStaffPages, type StaffPages } from './staff-system.ts'

let pages: StaffPages
beforeAll(async () => {
  pages = await openStaffPages()
})
afterAll(() => pages?.system.stop())

const audited = (id: string) =>
  eventually('audit rows', async () => {
    const { body } = await pages.system.admin.get('/admin/v1/audit?pageSize=100')
    const rows = body.items.filter(({ object }: { object: string }) => object === `dead-letter ${id}`)
    return rows.length > 0 ? rows : undefined
  })

test('a list of all services names those that are down; with a service, only its own', async () => {
  const id = await pages.deadLetter(41, { error: '<script>alert(1)</script> \u202e' })
  const list = await pages.asViewer.open('/staff/dead-letters')
  expect(list.status).toBe(200)
  expect(list.text).toContain('candidate did not answer')
  expect(list.$(`a[href="/staff/dead-letters/${id}"]`)).toHaveLength(1)
  expect(list.source).not.toContain('<script>alert')
  const none = await pages.asViewer.open('/staff/dead-letters?service=jobs')
  expect(none.text).toContain('No dead letter in this service')
  expect((await pages.asViewer.open('/staff/dead-letters?service=candidate')).status).toBe(503)
  expect((await pages.asViewer.open('/staff/dead-letters?page=99999')).status).toBe(200)
})

test('ten retries of one form at once handle the event once, in the name of the person', async () => {
  const id = await pages.deadLetter(42)
  const page = await pages.asOperator.open(`/staff/dead-letters/${id}`)
  const sent = await atOnce(10, () =>
    pages.asOperator.clone().submit(page, `/staff/dead-letters/${id}/retry`),
  )
  expect(sent.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(sent[0]!.text).toContain(`the dead letter ${id} is gone`)
  expect(await pages.sql`select employer_id from job_owner where job_id = 42`).toEqual([{ employerId: 7 }])
  const rows = await audited(id)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ actor: `staff ${pages.operator.id}`, action: 'retry-dead-letter' })
})

test('a retry that fails again says why, and the dead letter stays', async () => {
  const id = await pages.deadLetter(43, { isBroken: true })
  const page = await pages.asOperator.open(`/staff/dead-letters/${id}`)
  const sent = await pages.asOperator.submit(page, `/staff/dead-letters/${id}/retry`)
  expect(sent.status).toBe(422)
  expect(sent.text).toMatch(/failed again \(attempt 9\).*employerId/)
})

test('a drop needs its tick; ten at once drop once; afterwards it is 404', async () => {
  const id = await pages.deadLetter(44)
  const action = `/staff/dead-letters/${id}/drop`
  const page = await pages.asOperator.open(`/staff/dead-letters/${id}`)
  const unticked = await pages.asOperator.submit(page, action, { confirmed: undefined })
  expect(unticked.text).toContain('Nothing was done')
  const sent = await atOnce(10, () => pages.asOperator.clone().submit(page, action, { confirmed: 'yes' }))
  expect(sent.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(await audited(id)).toHaveLength(1)
  expect((await pages.asOperator.open(`/staff/dead-letters/${id}`)).status).toBe(404)
})

test('404: ids of nothing', async () => {
  for (const id of ['x', 'pipeline-0', 'pipeline-999999', 'nowhere-1', 'pipeline-1%2F..']) {
    expect([id, (await pages.asOperator.open(`/staff/dead-letters/${id}`)).status]).toEqual([id, 404])
  }
})
