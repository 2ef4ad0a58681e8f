import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../src/infra/process/find-program.ts'
import { root } from '../src/settings.ts'

const { DATABASE_URL: _, ...env } = process.env
const scripts = join(root, 'deploy', 'postgres')

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'compose-postgres-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

describe('start.sh', () => {
  /** Runs start.sh on a data directory with these files, and an entrypoint that prints what the directory holds. */
  async function startOn(files: string[]): Promise<{ output: string; folders: string[]; password: string }> {
    const dir = temporaryFolder()
    const data = join(dir, '18', 'docker')
    mkdirSync(data, { recursive: true })
    for (const file of files) writeFileSync(join(data, file), '')
    writeFileSync(
      join(dir, 'docker-entrypoint.sh'),
      '#!/bin/sh\necho "$@:" $(ls "$PGDATA" 2>/dev/null)\necho "$POSTGRES_PASSWORD" > password\n',
    )
    chmodSync(join(dir, 'docker-entrypoint.sh'), 0o755)
    const PATH = [dir, env.PATH].join(delimiter)
    const options = { env: { ...env, PATH, PGDATA: data }, cwd: dir, timeoutMs: 10_000 }
    const { output } = await runCommand('sh', [join(scripts, 'start.sh'), 'postgres'], options)
    const password = readFileSync(join(dir, 'password'), 'utf8').trim()
    return { output, folders: readdirSync(join(dir, '18')), password }
  }

  test('a data directory in which initdb was killed is moved aside, so that it is created again', async () => {
    for (const files of [['base'], ['PG_VERSION', 'base']]) {
      const { output, folders } = await startOn(files)
      expect(output).toMatch(/initdb was interrupted.*\npostgres:\s*$/)
      expect(folders).toEqual([expect.stringMatching(/^docker\.incomplete-/)])
    }
  })

  test('initdb gets another password each time, which nobody knows', async () => {
    const passwords = await Promise.all([startOn([]), startOn([])])
    for (const { password } of passwords) expect(password).toMatch(/^[0-9a-f]{64}$/)
    expect(passwords[0]!.password).not.toBe(passwords[1]!.password)
  })

  test.each([
    ['a server ran', ['PG_VERSION', 'postmaster.opts']],
    ['a physical backup was restored', ['PG_VERSION', 'backup_label']],
    ['there is nothing yet', []],
  ])('a data directory is kept where %s', async (_case, files) => {
    const { output, folders } = await startOn(files)
    expect(output.trim()).toBe(['postgres:', ...files.toSorted()].join(' '))
    expect(folders).toEqual(['docker'])
  })
})
