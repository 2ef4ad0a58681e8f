import { existsSync } from 'node:fs'
import { findSystemTool, lastLine, runCommand } from '@jobboard/stack/infra/process/find-program'
import { findBrowser } from './browser.ts'

const packages = ['chromium', 'fonts-dejavu-core', 'fonts-noto-color-emoji']

/** Installs Chromium and the fonts of its pictures where there is none: as root, from Debian. Elsewhere says why the
 *  tests with a browser are skipped. Never throws. */
export async function installBrowser(log: (line: string) => void): Promise<void> {
  if (findBrowser()) return
  const reason = await install(log)
  if (reason) log(`SKIPPED: all tests with a browser. ${reason} Install it with: apt-get install chromium`)
}

/** Undefined, or why it is not installed. */
async function install(log: (line: string) => void): Promise<string | undefined> {
  const apt = findSystemTool('apt-get', process.env)
  if (!apt || !existsSync('/etc/debian_version')) return 'There is no Chromium, and no apt-get to install it.'
  if (process.getuid?.() !== 0) return 'There is no Chromium, and only root may install it.'
  log('Installing chromium with apt-get…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const limits = ['-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::Retries=1']
  const run = (...args: string[]) => runCommand(apt, ['-q', ...limits, ...args], { env, timeoutMs: 600_000 })
  // Its exit code is ignored: it also counts sources that do not have the packages.
  await run('update')
  const { output } = await run('install', '-y', '--no-install-recommends', ...packages)
  return findBrowser() ? undefined : `apt-get could not install Chromium: ${lastLine(output)}.`
}
