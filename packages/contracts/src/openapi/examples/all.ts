import { applicationExamples } from './applications.ts'
import { candidateExamples } from './candidates.ts'
import { employerExamples } from './employer.ts'
import type { Example } from './example.ts'
import { jobExamples } from './jobs.ts'
import { operationsExamples } from './operations.ts'
import { operatorExamples } from './operators.ts'

/** The example of each endpoint of the public and the admin plane, by its name. */
export const examples: Record<string, Example> = {
  ...jobExamples,
  ...applicationExamples,
  ...candidateExamples,
  ...employerExamples,
  ...operatorExamples,
  ...operationsExamples,
}
