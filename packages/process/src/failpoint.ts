/** Kills this process (SIGKILL) at the n-th call with a name listed in `FAILPOINTS`:
 * `FAILPOINTS=after-commit:2`, default the first call. Without the variable it does nothing; services refuse
 * to start with it in production mode. */
export function failpoint(name: string): void {
  if (armed.size === 0) return
  const callsLeft = armed.get(name)
  if (callsLeft === undefined) return
  armed.set(name, callsLeft - 1)
  if (callsLeft === 1) process.kill(process.pid, 'SIGKILL')
}

const armed = parse(process.env.FAILPOINTS ?? '')

function parse(list: string): Map<string, number> {
  const entries = list.split(',').filter(Boolean)
  return new Map(
    entries.map((entry) => {
      const [name = '', calls = '1'] = entry.split(':')
      return [name, Number(calls)]
    }),
  )
}
