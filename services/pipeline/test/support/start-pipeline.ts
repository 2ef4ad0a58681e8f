import { type Booted, boot } from '@jobboard/testkit/boot'
import type { Client } from '@jobboard/testkit/client'
import { afterAll } from 'vitest'
import { service } from '../../src/service.ts'
import { bootPipeline, type PipelineAlone } from './pipeline-with-jobs.ts'
import { recruiterOf } from './recruiters.ts'

/** The recruiters that most tests need. */
interface Recruiters {
  /** User 10 of employer 1. */
  author: Client
  /** User 11 of employer 1. */
  colleague: Client
  /** User 10 of employer 2: the id alone gives no right. */
  otherEmployer: Client
}

/** Boots pipeline, or with `bootPipelineWithJobs` jobs too, for the test file that calls it, and stops it after its last test. */
export async function startPipeline<Services extends PipelineAlone = PipelineAlone>(
  bootServices = bootPipeline as () => Promise<Services>,
): Promise<Services & Recruiters> {
  const services = await bootServices()
  afterAll(() => services.stop())
  return {
    ...services,
    author: recruiterOf(services.pipeline),
    colleague: recruiterOf(services.pipeline, { userId: 11 }),
    otherEmployer: recruiterOf(services.pipeline, { employerId: 2 }),
  }
}

/** A second replica of pipeline on the same database, stopped after the last test of the file. */
export async function startReplica({ pipeline }: PipelineAlone): Promise<Booted> {
  const replica = await boot(service, pipeline)
  afterAll(() => replica.stop())
  return replica
}
