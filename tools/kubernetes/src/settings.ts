import { homedir } from 'node:os'
import { join } from 'node:path'

/** The root of the checkout. */
export const root = join(import.meta.dirname, '../../..')
export const chart = join(root, 'deploy/helm/jobboard')

/** Where programs, images and the state of the cluster are: outside of the repository, about 10 GB with the caches of Go. */
export const work = process.env.KUBERNETES_WORK || join(homedir(), '.cache/jobboard-kubernetes')
export const bin = join(work, 'bin')

export const KUBERNETES = 'v1.34.4'
export const HELM = 'v3.22.0'
export const COREDNS = 'v1.12.4'

export const services = [
  'gateway',
  'accounts',
  'jobs',
  'pipeline',
  'candidate',
  'search',
  'webhook',
  'portal',
]

/** A node in a network namespace of its own. */
export interface Node {
  name: string
  netns: string
  address: string
  /** Of its pods. */
  pods: string
}

/** The machine, as the first node reaches it. */
export const HOST_ADDRESS = '10.123.0.1'
export const first: Node = { name: 'node1', netns: 'jbk1', address: '10.123.0.2', pods: '10.244.0.0/24' }
export const second: Node = { name: 'node2', netns: 'jbk2', address: '10.123.1.2', pods: '10.244.1.0/24' }
export const nodes = [first, second]
/** Of the second node's network, on the first node. */
export const SECOND_GATEWAY = '10.123.1.1'
export const SERVICE_NETWORK = '10.96.0.0/16'
export const API_ADDRESS = '10.96.0.1'
export const DNS_ADDRESS = '10.96.0.10'
export const POD_NETWORK = '10.244.0.0/16'

/** The namespace of the job board in the cluster. */
export const NAMESPACE = 'jobboard'
