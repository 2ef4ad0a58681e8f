/** Kills this process (SIGKILL) at the n-th pass when `FAILPOINTS` names this place: `FAILPOINTS=after-commit:2`.
 * Does nothing otherwise; the environment schema of a service refuses the variable in production mode. */
export function failpoint(name: string): void {
  if (armed.size === 0) return
  const left = armed.get(name)
  if (left === undefined) return
  armed.set(name, left - 1)
  if (left === 1) process.kill(process.pid, 'SIGKILL')
}

const armed = parse(process.env.FAILPOINTS ?? '')

function parse(list: string): Map<string, number> {
  const named = list.split(',').filter(Boolean)
  return new Map(
    named.map((entry) => {
      const [name = '', passes = '1'] = entry.split(':')
      return [name, Number(passes)]
    }),
  )
}
