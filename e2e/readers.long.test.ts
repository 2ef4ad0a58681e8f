import type { Demo } from '@jobboard/jobboard/demo/demo-file'
import { afterAll, beforeAll, describe } from 'vitest'
import { testGuides } from './guides/test-guides.ts'
import { testIntegrator } from './integrator/test-integrator.ts'
import { testRunbooks } from './operators/test-runbooks.ts'
import { seedDemo, startTestStack, type TestStack } from './support/start-stack.ts'

// Those who read the documents, in this order on one stack: the guides move its clock.
let started: TestStack
let demo: Demo
beforeAll(async () => {
  started = await startTestStack({ TEST_CLOCK: 'true' })
  demo = await seedDemo(started)
}, 240_000)
afterAll(() => started?.stop())

describe('an integrator', () => testIntegrator(() => started))
describe('a reader of the guides', () => testGuides(() => ({ started, demo })))
describe('an operator with the runbooks', () => testRunbooks(() => started))
