import { type Booted, boot } from '@jobboard/testkit/boot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookService } from './support/book-service.ts'

let running: Booted
beforeAll(async () => {
  running = await boot(bookService)
})
afterAll(() => running.stop())

test('503: a faulty dry run that writes is stopped by Postgres and stores nothing (P-171)', async () => {
  const employer = running.as({ kind: 'recruiter', employerId: 1, userId: 1, keyId: 1, scopes: [] })
  const response = await employer.post('/api/v1/books', { title: 'one' }, { prefer: 'dry-run' })
  expect([response.status, response.headers.get('preference-applied')]).toEqual([503, 'dry-run'])
  const [row] = await running.deps.db.sql<{ count: number }>`select count(*) as count from book`
  expect(row!.count).toBe(0)
})
