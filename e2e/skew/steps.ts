/** The services that a release before this one has, in the order of an upgrade. The portal of this tree runs always. */
export const services = ['accounts', 'jobs', 'pipeline', 'candidate', 'search', 'webhook', 'gateway'] as const
export type ServiceName = (typeof services)[number]

/** One row of the table: which services are changed under load, one after the other, and what is changed back before the
 * next row. `before` is the release of all services when it begins. */
export interface Step {
  name: string
  before: 'old' | 'new'
  change: readonly ServiceName[]
  /** Undone after the checks. */
  isUndone: boolean
}

/** All steps, in an order that changes as little as possible between two of them: everything starts old on a schema of
 * its release; each pair has one service of the other release. */
export function planSteps(only: readonly string[]): Step[] {
  const chosen = services.filter((service) => only.length === 0 || only.includes(service))
  const pairs = (before: Step['before']) =>
    chosen.map((service): Step => {
      const [one, others] = before === 'new' ? ['N-1', 'N'] : ['N', 'N-1']
      return { name: `${service} ${one}, all others ${others}`, before, change: [service], isUndone: true }
    })
  if (only.length > 0) {
    const alone = only.includes('portal') ? [portal] : []
    return [...pairs('new'), ...alone, ...pairs('old')]
  }
  return [
    { name: 'rolling upgrade, N-1 to N', before: 'old', change: services, isUndone: false },
    ...pairs('new'),
    { name: 'rolling back, N to N-1', before: 'new', change: [...services].reverse(), isUndone: false },
    portal,
    ...pairs('old'),
  ]
}

const portal: Step = { name: 'portal N, all others N-1', before: 'old', change: [], isUndone: false }
