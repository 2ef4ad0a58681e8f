import { test } from 'vitest'
import { expectFewRowsRead, fills } from './support/rows-read.ts'

test('a new installation with the statistics of empty tables: beside a backlog of 4 000 a look and a batch of outcomes read the rows that they handle, no others', () =>
  expectFewRowsRead(fills['with the statistics of empty tables']))
