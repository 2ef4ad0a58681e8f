import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { childEnd } from './child.mjs'
import { openProgress } from './progress.mjs'

// `http` makes npm report each request on stderr: the only sign of life it gives without a terminal.
const FLAGS = ['--loglevel=http', '--no-audit', '--no-fund', '--include=dev', '--include=optional']

/** Runs npm in a folder and shows its progress; on `otherNode` if that is given. Resolves as `childEnd` does, with
 *  npm's error lines. */
export async function runNpm(cwd, words, otherNode) {
  const env = { ...process.env, npm_config_update_notifier: 'false' }
  const script = otherNode && npmScript()
  if (script) env.PATH = [dirname(otherNode), process.env.PATH].join(delimiter)
  const [file, ...args] = script ? [otherNode, script, ...words, ...FLAGS] : ['npm', ...words, ...FLAGS]
  let progress
  const result = await childEnd(() => {
    const child = spawn(file, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
    progress = openProgress('Installing the dependencies', child.stderr)
    return child
  })
  return { ...result, errors: progress.close() }
}

/** npm's own JavaScript file: npm names it when it started us, or it is behind the `npm` of the PATH. */
function npmScript() {
  const named = process.env.npm_execpath
  if (named?.endsWith('.js')) return named
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, 'npm')
    if (existsSync(file)) return realpathSync(file).endsWith('.js') ? realpathSync(file) : undefined
  }
  return undefined
}
