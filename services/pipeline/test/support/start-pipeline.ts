import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { afterAll } from 'vitest'
import { service } from '../../src/service.ts'
import { bootPipelineWithJobs, type PipelineWithJobs } from './pipeline-with-jobs.ts'
import { recruiterOf } from './recruiters.ts'

/** The services of one test file, with the recruiters that most tests need. */
export interface StartedPipeline extends PipelineWithJobs {
  /** User 10 of employer 1. */
  author: Client
  /** User 11 of employer 1. */
  colleague: Client
  /** User 10 of employer 2: the id alone gives no right. */
  otherEmployer: Client
}

/** Boots pipeline and jobs for the test file that calls it, and stops them after its last test. */
export async function startPipeline(): Promise<StartedPipeline> {
  const services = await bootPipelineWithJobs()
  afterAll(() => services.stop())
  return {
    ...services,
    author: recruiterOf(services.pipeline),
    colleague: recruiterOf(services.pipeline, { userId: 11 }),
    otherEmployer: recruiterOf(services.pipeline, { employerId: 2 }),
  }
}

/** A second replica of pipeline on the same database, stopped after the last test of the file. */
export async function startReplica({ pipeline }: StartedPipeline): Promise<Booted> {
  const replica = await boot(service, pipeline)
  afterAll(() => replica.stop())
  return replica
}
