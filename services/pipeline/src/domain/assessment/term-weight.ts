import { termsOf } from './terms.ts'

/** Weight of a term beside 1 for the others. */
const COMMON = 0.6

// Words of many occupations: ranks in titles, and verbs and objects of tasks.
const common =
  termsOf(`administrator aide analyst apprentice assistant chief clerk coordinator director engineer
  expert first head intern junior lead manager officer operator representative scientist senior specialist
  superintendent supervisor technician technologist worker

  adjust administer advise analyze arrange assess collect communicate completion components compute computer conduct
  confer control coordinate correct cost create customers data demonstrate design details direct discuss document
  environment equipment establish evaluate examine facilities field forms functions guidance identify implement improve
  include inspect install instructions interpret investigate issues lead manual materials measure meetings methods
  monitor observe obtain operate order organize parts persons physical plan policy prepare problems processing produce
  products professional quality read recommend record regulations repair request research resolve resources results
  review safety schedule set solutions specifications status strategies study technical techniques technology test
  tools variety verify write`)

/** How much a term says about an occupation. */
export const termWeight = (stem: string): number => (common.has(stem) ? COMMON : 1)
