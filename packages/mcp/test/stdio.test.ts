import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { MAIN } from './support/connect.ts'

async function run(environment: Record<string, string>, input: string) {
  const child = spawn(process.execPath, [MAIN], { env: environment })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, ...output }
}

test('exit code 1: an environment that is wrong is named on standard error; standard output stays empty', async () => {
  const { code, stdout, stderr } = await run(
    { JOBBOARD_URL: 'ftp://x', JOBBOARD_API_KEY: 'pk_live_!secret' },
    '',
  )
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^JOBBOARD_URL: .*\nJOBBOARD_API_KEY: .*\n$/)
  expect(stderr).not.toContain('secret')
})

test('exit code 0: the process ends when its client closes standard input', async () => {
  const environment = { JOBBOARD_URL: 'http://127.0.0.1:9', JOBBOARD_API_KEY: `pk_live_${'a'.repeat(38)}` }
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
  const { code, stdout } = await run(environment, `${ping}\n`)
  expect([code, JSON.parse(stdout)]).toEqual([0, { jsonrpc: '2.0', id: 1, result: {} }])
})
