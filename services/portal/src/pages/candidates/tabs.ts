import { tabs } from '../../html/blocks.ts'
import type { Html } from '../../html/html.ts'
import { texts } from './texts.ts'

/** Candidates and their erasures. */
export function candidateTabs(current: 'candidates' | 'erasures'): Html {
  const { label, candidates, erasures } = texts.tabs
  return tabs(
    [
      { href: '/staff/candidates', label: candidates, current: current === 'candidates' },
      {
        href: '/staff/candidates/erasures?completed=false',
        label: erasures,
        current: current === 'erasures',
      },
    ],
    label,
  )
}
