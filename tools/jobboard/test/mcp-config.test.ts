import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Network, network } from '@jobboard/testkit/network'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJobboard } from './support/run-jobboard.ts'

let net: Network
let elsewhere: string
let apiKey: string
beforeAll(async () => {
  net = await network()
  elsewhere = mkdtempSync(join(tmpdir(), 'jobboard-elsewhere-'))
  const employer = (await net.admin.post('/admin/v1/employers', { name: 'Bakery', hasActiveContract: true }))
    .body
  const key = { name: 'assistant', scopes: ['JobPosting'] }
  apiKey = (await net.admin.post(`/admin/v1/employers/${employer.id}/api-keys`, key)).body.apiKey
})
afterAll(async () => {
  await net?.stop()
  if (elsewhere) rmSync(elsewhere, { recursive: true })
})

// Without the Node of the checkout on the PATH, as in the environment of an assistant's client.
const machinePath = () =>
  process.env
    .PATH!.split(delimiter)
    .filter((folder) => folder !== dirname(process.execPath) && !folder.includes('node_modules'))
    .join(delimiter)

const messages = [
  {
    method: 'initialize',
    id: 1,
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
  { method: 'tools/call', id: 2, params: { name: 'get_key', arguments: {} } },
].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

/** Asks a server over stdio for the key that it works with; returns the text of its response. */
async function askForKey(command: string, args: string[], env: Record<string, string>): Promise<string> {
  const child = spawn(command, args, {
    cwd: elsewhere,
    env: { PATH: machinePath(), ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => {})
  child.stdin.write(messages.join(''))
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (JSON.parse(line).id === 2) return line
    }
    throw new Error(`${command} ended without a response`)
  } finally {
    child.kill()
  }
}

const config = async (...args: string[]) => {
  const given = ['--api-key', apiKey, '--base-url', net.gateway.url]
  const { code, stdout, stderr } = await runJobboard(['mcp-config', ...given, ...args])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

test('the printed server starts from another folder, without our Node on the PATH, and calls the job board', async () => {
  const { jobboard } = JSON.parse(await config()).mcpServers
  expect(Object.keys(jobboard)).toEqual(['command', 'args', 'env'])
  expect(await askForKey(jobboard.command, jobboard.args, jobboard.env)).toContain('assistant')
  const { servers } = JSON.parse(await config('--client', 'vscode'))
  expect(servers.jobboard).toEqual({ type: 'stdio', ...jobboard })
})

test('the printed line does the same in a shell', async () => {
  const line = await config('--client', 'shell')
  expect(await askForKey('sh', ['-c', line], {})).toContain('assistant')
})

test('without --api-key it has the key of the demo, or a placeholder that is named', async () => {
  const without = await runJobboard(['mcp-config'])
  expect(JSON.parse(without.stdout).mcpServers.jobboard.env).toEqual({
    JOBBOARD_URL: 'http://127.0.0.1:8080',
    JOBBOARD_API_KEY: 'pk_live_...',
  })
  expect(without.stderr).toBe('Replace pk_live_... with the key of an employer.\n')
  const demo = { baseUrl: 'http://127.0.0.1:9080', employers: [{ apiKey: 'pk_live_demo' }] }
  writeFileSync(join(elsewhere, 'demo.json'), JSON.stringify(demo))
  const { stdout, stderr } = await runJobboard(['mcp-config'], { DATA_DIR: elsewhere })
  expect(JSON.parse(stdout).mcpServers.jobboard.env).toEqual({
    JOBBOARD_URL: 'http://127.0.0.1:9080',
    JOBBOARD_API_KEY: 'pk_live_demo',
  })
  expect(stderr).toBe('')
})
