import { ApiError } from '@jobboard/contracts/error'
import { expect, test } from 'vitest'
import { ImportReport } from './wire.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('up to 10 000 lines the report has the ids, with more none', () => {
  const report = new ImportReport()
  report.add(ids(9_000), 998)
  report.reject(1, new ApiError('invalid_request', 'x'))
  report.add([9_001], 0)
  expect(report.toResponse()).toMatchObject({ imported: 9_001, skipped: 998, rejectedCount: 1 })
  expect(report.toResponse().ids).toEqual(ids(9_001))
  report.add([9_002], 0)
  expect(report.toResponse()).toMatchObject({ imported: 9_002, ids: [] })
})

test('the report counts all rejected lines and lists the first 10 000, in the order of the file', () => {
  const report = new ImportReport()
  report.reject(12_000, new ApiError('payload_too_large', 'x'))
  for (const line of ids(11_000)) report.reject(line, new ApiError('invalid_request', 'y'))
  const { rejectedCount, rejected } = report.toResponse()
  expect([rejectedCount, rejected.length]).toEqual([11_001, 10_000])
  expect(rejected[0]).toEqual({ line: 1, code: 'invalid_request', message: 'y' })
  expect(rejected.at(-1)!.line).toBe(12_000)
})
