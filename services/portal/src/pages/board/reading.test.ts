import { render } from '@jobboard/html/html'
import { expect, test } from 'vitest'
import { longText } from './reading.ts'

test.each(['\n', '\r\n', '\r'])(
  'a text of nine lines that end with %j shows its beginning, one of eight all of it',
  (end) => {
    const lines = (count: number) => Array.from({ length: count }, () => 'x').join(end)
    expect(render(longText(lines(8)))).not.toContain('<details')
    expect(render(longText(lines(9)))).toContain('<details')
  },
)
