import { createInterface } from 'node:readline'

const LOG_EVERY_MS = 5_000
const TERMINAL_EVERY_MS = 1_000

/** Follows npm's stderr at log level `http`: prints how long it runs and what it fetched, every second on one line of a
 *  terminal, else as a line every 5 s. `close` returns npm's error lines. */
export function openProgress(what, stderr) {
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
