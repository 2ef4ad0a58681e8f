import { test } from 'vitest'
import { expectFewRowsRead, fills } from './support/rows-read.ts'

const { 'with the statistics of empty tables': _, ...others } = fills

test.each(Object.entries(others))(
  'a new installation %s: beside a backlog of 4 000 a look and a batch of outcomes read the rows that they handle, no others',
  (_, fill) => expectFewRowsRead(fill),
)
