import { type SpawnSyncOptions, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Demo, readDemo } from '@jobboard/jobboard/demo/demo-file'
import { getJson, postJson } from '@jobboard/jobboard/demo/post-json'
import { readSettings, root } from '@jobboard/stack/settings'

/** Folder of the Python programs and their pinned requirements. */
const pythonFolder = fileURLToPath(new URL('../python/', import.meta.url))
const RECRUITER_KEYS = 30
const CANDIDATE_KEYS = 15

/** Runs all checks of schemathesis against the stack; further arguments go to it. */
async function checkWithSchemathesis(demo: Demo, args: string[]): Promise<void> {
  if (spawnSync('python3', ['--version']).status !== 0)
    throw new Error('There is no python3 on the PATH: schemathesis needs it')
  const programs = pythonPrograms()
  const document = join(root, 'openapi', 'v1.json')
  const own = {
    SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
    PYTHONPATH: pythonFolder,
    PYTHONDONTWRITEBYTECODE: '1',
  }
  run(join(programs, 'schemathesis'), ['run', document, '--url', demo.baseUrl, ...args], {
    cwd: pythonFolder,
    env: { ...process.env, ...(await mintKeys(demo)), ...own },
  })
}

/** Mints the pools of keys that `schemathesis_hooks.py` reads: of the first demo employer, and of new candidates. */
async function mintKeys(demo: Demo): Promise<Record<string, string>> {
  const { adminUrl, adminToken } = demo
  const post = <T>(path: string, body: object) => postJson<T>(adminUrl, adminToken, path, body)
  const mint = async (owner: string, scopes: string[], userId?: number): Promise<string> => {
    const draft = { name: 'schemathesis', scopes, ...(userId ? { userId } : {}) }
    const key = await post<{ id: number; status: string; apiKey: string }>(
      `/admin/v1/${owner}/api-keys`,
      draft,
    )
    if (key.status !== 'Active') await post(`/admin/v1/api-keys/${key.id}/approve`, {})
    return key.apiKey
  }
  const recruiter = async () =>
    mint(employer, ['JobPosting', 'Applications', 'CvSearch', 'Webhooks'], user!.id)
  const candidate = async () => {
    const person = { firstName: 'Sam', lastName: 'Example', email: `${randomUUID()}@example.com` }
    const { id } = await post<{ id: number }>('/admin/v1/candidates', person)
    return mint(`candidates/${id}`, ['Profile', 'Applications', 'Apply'])
  }
  const employer = `employers/${demo.employers[0]!.id}`
  const [user] = await getJson<{ id: number }[]>(adminUrl, adminToken, `/admin/v1/${employer}/users`)
  return {
    RECRUITER_KEYS: await list(RECRUITER_KEYS, recruiter),
    CANDIDATE_KEYS: await list(CANDIDATE_KEYS, candidate),
    ERASABLE_KEYS: await list(CANDIDATE_KEYS, candidate),
  }
}

async function list(count: number, mint: () => Promise<string>): Promise<string> {
  const keys: string[] = []
  while (keys.length < count) keys.push(await mint())
  return keys.join(',')
}

/** The `bin` folder of a virtual environment with requirements.txt, made at the first use of each version of it. */
function pythonPrograms(): string {
  const requirements = join(pythonFolder, 'requirements.txt')
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
  const folder = join(root, 'node_modules', '.cache', `python-${version}`)
  if (!existsSync(join(folder, 'complete'))) {
    rmSync(folder, { recursive: true, force: true })
    run('python3', ['-m', 'venv', folder])
    const quiet = ['--quiet', '--disable-pip-version-check', '--no-input']
    run(join(folder, 'bin', 'pip'), ['install', ...quiet, '--requirement', requirements])
    writeFileSync(join(folder, 'complete'), '')
  }
  return join(folder, 'bin')
}

/** Runs a command with the output of this process. Throws when it does not end with exit code 0. */
function run(program: string, args: string[], options: SpawnSyncOptions = {}): void {
  const { status, signal, error } = spawnSync(program, args, { ...options, stdio: 'inherit' })
  if (status !== 0)
    throw error ?? new Error(`${program} ${args.slice(0, 3).join(' ')} ended with ${status ?? signal}`)
}

/** The demo data of the stack that `npm start` runs here. Throws a sentence when it does not run, or not on this
 * machine: the checks create, change and delete. */
async function runningStack(): Promise<Demo> {
  const { dataDir } = readSettings(process.env)
  const demo = readDemo(dataDir)
  if (!demo) throw new Error(`${dataDir} has no demo.json: start the stack first with \`npm start\``)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(new URL(demo.baseUrl).hostname)) {
    throw new Error(`${demo.baseUrl} is not on this machine`)
  }
  const ready = await fetch(`${demo.baseUrl}/healthz/ready`).catch(() => undefined)
  if (!ready?.ok) throw new Error(`${demo.baseUrl} is not ready: start the stack first with \`npm start\``)
  return demo
}

await runningStack()
  .then((demo) => checkWithSchemathesis(demo, process.argv.slice(2)))
  .catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
