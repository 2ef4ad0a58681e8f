import { execFileSync } from 'node:child_process'
import { type CopyableCall, curlOf } from '@jobboard/html/copy'
import { describe, expect, test } from 'vitest'
import { hostileTexts } from './support/style-guide.ts'

/** What a shell passes to curl for this call. */
function argumentsOf(call: CopyableCall): string[] {
  const script = curlOf(call).replace(/^curl /, `printf '%s\\0' `)
  const env = { PATH: process.env.PATH, API_KEY: 'jb_live_1', ADMIN_TOKEN: 'token' }
  return execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
}

const URL = 'https://api.example/api/v1/jobs'

describe('P-433: a copied call is exactly the call', () => {
  test('a GET needs neither method nor body', () => {
    const call = {
      method: 'GET',
      url: `${URL}?page=1&pageSize=20`,
      headers: { Authorization: 'Bearer $API_KEY' },
    }
    expect(curlOf(call)).toBe(`curl '${call.url}' \\\n  -H "Authorization: Bearer $API_KEY"`)
    expect(argumentsOf(call)).toEqual([call.url, '-H', 'Authorization: Bearer jb_live_1'])
  })

  const texts = {
    ...hostileTexts,
    substitution: '$(touch /tmp/never) `id` $HOME $API_KEY \\ ! * ~ ; | & > <',
    lines: "it's\n\n'two'\r\nlines\t",
    flag: '--output /etc/passwd',
    file: '@/etc/passwd',
  }
  for (const [name, text] of Object.entries(texts)) {
    test(`${name}: the shell changes nothing and runs nothing`, () => {
      const body = { title: text, list: [text] }
      const call = {
        method: 'POST',
        url: `${URL}/${encodeURIComponent(text)}?q[]={${encodeURI(text).replaceAll('\n', '')}}`,
        headers: { Authorization: 'Bearer $ADMIN_TOKEN', 'X-Text': text.replaceAll('$API_KEY', '') },
        body,
      }
      const [flag, method, url, glob, ...rest] = argumentsOf(call)
      expect([flag, method, url, glob]).toEqual(['-X', 'POST', call.url, '--globoff'])
      const [, authorization, , header, raw, data] = rest
      expect(authorization).toBe('Authorization: Bearer token')
      expect(header).toBe(`X-Text: ${call.headers['X-Text'].replace(/[\r\n\0]/g, ' ')}`)
      expect(raw).toBe('--data-raw')
      expect(JSON.parse(data!)).toEqual(body)
    })
  }

  test('a variable within a header that needs quotes is still a variable', () => {
    const call = { method: 'GET', url: URL, headers: { 'X-It': `it's "$API_KEY" $HOME` } }
    expect(argumentsOf(call).at(-1)).toBe(`X-It: it's "jb_live_1" $HOME`)
  })
})
