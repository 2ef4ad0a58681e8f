import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { childEnd } from './child.mjs'

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

const LOG_EVERY_MS = 5_000
const TERMINAL_EVERY_MS = 1_000

/** Follows npm's stderr at log level `http`: prints how long it runs and what it fetched, every second on one line of a
 *  terminal, else as a line every 5 s. `close` returns npm's error lines. */
function openProgress(what, stderr) {
  const startedAt = Date.now()
  const isTerminal = process.stderr.isTTY === true
  const errors = []
  let fetched = 0
  let failure = ''
  createInterface({ input: stderr }).on('line', (line) => {
    if (/^npm http fetch \w+ 200 .*\.tgz/.test(line)) fetched++
    const [, url, code] = /^npm http fetch \w+ (\S+) attempt \d+ failed with (\w+)/.exec(line) ?? []
    if (url) failure = `; cannot reach ${hostOf(url)} (${code}), npm tries again`
    else if (/^npm http fetch \w+ \d/.test(line)) failure = ''
    if (/^npm (error|ERR!)/.test(line)) errors.push(line)
  })
  const print = () => {
    const seconds = Math.round((Date.now() - startedAt) / 1_000)
    const line = `${what}… ${seconds} s, packages fetched: ${fetched}${failure}`
    process.stderr.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`)
  }
  process.stderr.write(`${what} (first run, about a minute)…${isTerminal ? '' : '\n'}`)
  const timer = setInterval(print, isTerminal ? TERMINAL_EVERY_MS : LOG_EVERY_MS)
  return {
    close() {
      clearInterval(timer)
      if (isTerminal) process.stderr.write('\n')
      return errors
    },
  }
}

function hostOf(url) {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}
