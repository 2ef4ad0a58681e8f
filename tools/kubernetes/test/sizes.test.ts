import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root, services } from '../src/cluster.ts'
import { componentOf, hasHelm, type KubernetesObject, render } from './render.ts'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const small = { cpu: '25m', memory: '160Mi', limit: '768Mi' }
const large = { cpu: '250m', memory: '384Mi', limit: '1536Mi' }
const SIZES = [
  { name: 'small', resources: small, replicas: 1, autoscaled: [], heap: 512 },
  {
    name: 'ha',
    resources: large,
    replicas: 2,
    autoscaled: services.filter((one) => one !== 'portal'),
    heap: 1024,
  },
]
const ports: Record<string, Record<string, number>> = {
  gateway: { http: 8080, admin: 8081 },
  portal: { internal: 8100, http: 8082 },
}
const portsOf = (name: string) => ports[name] ?? { internal: 8100 }
/** Of what calls it by name: `PORT:TARGET`. */
const PUBLISHED: Record<string, string[]> = {
  gateway: ['80:http'],
  'gateway-internal': ['8080:http', '8081:admin'],
  portal: ['80:http'],
  'portal-internal': ['8100:internal'],
}
const byName = (objects: KubernetesObject[], kind: string) =>
  new Map(objects.filter((one) => one.kind === kind).map((one) => [one.metadata.name, one]))
const named = (names: readonly string[]) => names.map((name) => `jobboard-${name}`).toSorted()
const selectorOf = (name: string) => ({
  'app.kubernetes.io/name': 'jobboard',
  'app.kubernetes.io/instance': 'jobboard',
  'app.kubernetes.io/component': name,
})

describe.skipIf(!hasHelm).each(SIZES)(
  'values-$name.yaml',
  ({ name: size, resources, replicas, autoscaled, heap }) => {
    const objects = hasHelm ? render({}, `values-${size}.yaml`) : []
    const deployments = objects.filter(({ kind }) => kind === 'Deployment')
    const components = deployments.map((one) => ({
      name: componentOf(one),
      spec: one.spec,
      pod: one.spec.template.spec,
      container: one.spec.template.spec.containers[0],
    }))
    const setTo = (container: { env: { name: string; value?: string }[] }, variable: string) =>
      container.env.find(({ name }) => name === variable)?.value

    test('each service is a Deployment of this release, with resources, and replicas where nothing scales it', () => {
      expect(components.map(({ name }) => name).toSorted()).toEqual(services.toSorted())
      for (const { name, spec, container } of components) {
        expect(container).toMatchObject({
          image: `jobboard-${name}:${version}`,
          imagePullPolicy: 'IfNotPresent',
        })
        const { cpu, memory, limit } = resources
        expect(container.resources, name).toEqual({ requests: { cpu, memory }, limits: { memory: limit } })
        expect(spec.replicas, name).toBe(autoscaled.includes(name) ? undefined : replicas)
      }
    })

    test('each container listens on its ports, and its health is checked on the one that is not public', () => {
      for (const { name, container } of components) {
        const found = container.ports.map((one: { name: string; containerPort: number }) => [
          one.name,
          one.containerPort,
        ])
        expect(Object.fromEntries(found), name).toEqual(portsOf(name))
        const port = name === 'gateway' ? 'admin' : 'internal'
        const live = { httpGet: { path: '/healthz/live', port } }
        const ready = { httpGet: { path: '/healthz/ready', port } }
        expect(container, name).toMatchObject({
          startupProbe: { ...live, periodSeconds: 1, timeoutSeconds: 5, failureThreshold: 600 },
          readinessProbe: { ...ready, periodSeconds: 5, timeoutSeconds: 6, failureThreshold: 2 },
          livenessProbe: { ...live, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 },
        })
      }
    })

    test('each service has a Service, those that are called in turn one address for each pod', () => {
      const found = byName(objects, 'Service')
      expect([...found.keys()].toSorted()).toEqual(
        named([...services, 'gateway-internal', 'portal-internal']),
      )
      for (const [name, { spec }] of found) {
        const component = name.replace('jobboard-', '')
        const published = PUBLISHED[component]
        const offered = spec.ports.map(
          (one: { port: number; targetPort: string }) => `${one.port}:${one.targetPort}`,
        )
        expect(offered.toSorted(), name).toEqual(published ?? ['8100:internal'])
        expect([spec.type, spec.clusterIP], name).toEqual(
          published ? ['ClusterIP', undefined] : [undefined, 'None'],
        )
        expect(spec.selector).toEqual(selectorOf(component.replace('-internal', '')))
      }
    })

    test('an upgrade takes no pod away before its successor is ready, and a drain one at a time', () => {
      for (const { name, spec } of components) {
        expect(spec, name).toMatchObject({
          minReadySeconds: 5,
          strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
          selector: { matchLabels: selectorOf(name) },
        })
        // A new chart with the same image restarts nothing.
        expect(spec.template.metadata).toEqual({ labels: selectorOf(name) })
      }
      const budgets = byName(objects, 'PodDisruptionBudget')
      expect([...budgets.keys()].toSorted()).toEqual(named(services))
      for (const budget of budgets.values()) {
        const selector = { matchLabels: selectorOf(componentOf(budget)) }
        expect(budget.spec).toEqual({
          maxUnavailable: 1,
          unhealthyPodEvictionPolicy: 'AlwaysAllow',
          selector,
        })
      }
    })

    test('pods are spread over nodes and zones, and are not process 1', () => {
      for (const { name, pod, container } of components) {
        const common = {
          maxSkew: 1,
          whenUnsatisfiable: 'ScheduleAnyway',
          matchLabelKeys: ['pod-template-hash'],
        }
        const labelSelector = { matchLabels: selectorOf(name) }
        expect(pod.topologySpreadConstraints).toEqual(
          ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'].map((topologyKey) => ({
            ...{ ...common, topologyKey, labelSelector, nodeTaintsPolicy: 'Honor' },
          })),
        )
        const user = { runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 }
        expect(pod).toMatchObject({ shareProcessNamespace: true, securityContext: user })
        expect(container.volumeMounts).toEqual([{ name: 'tmp', mountPath: '/tmp' }])
        expect(pod.volumes).toEqual([{ name: 'tmp', emptyDir: { sizeLimit: '256Mi' } }])
      }
    })

    test('a service finds the others, its own database, and NATS as its own user', () => {
      for (const { name, container } of components) {
        const value = (variable: string) => setTo(container, variable)
        expect(value('NODE_ENV')).toBe('production')
        for (const peer of services.filter((one) => one !== 'gateway' && one !== 'portal'))
          expect(value(`${peer.toUpperCase()}_URL`), name).toBe(`http://jobboard-${peer}:8100`)
        const database = `postgres://${name}@jobboard-postgres-rw:5432/${name}`
        expect(value('DATABASE_URL')).toBe(name === 'gateway' ? undefined : database)
        const [url, user] = name === 'portal' ? [] : ['nats://jobboard-nats:4222', name]
        expect([value('NATS_URL'), value('NATS_USER')], name).toEqual([url, user])
        const isSmall = size === 'small'
        const hasStreams = name !== 'gateway' && name !== 'portal'
        expect(value('STREAM_REPLICAS'), name).toBe(isSmall || !hasStreams ? undefined : '3')
        expect(value('DATABASE_POOL'), name).toBe(isSmall && name !== 'gateway' ? '5' : undefined)
        const engine = isSmall ? 'postgres' : 'meilisearch'
        expect(value('SEARCH_ENGINE'), name).toBe(name === 'search' ? engine : undefined)
        const options: Record<string, string> = {
          gateway: '--max-semi-space-size=16',
          candidate: `--max-semi-space-size=16 --max-old-space-size=${heap}`,
        }
        expect(value('NODE_OPTIONS'), name).toBe(options[name])
      }
    })

    test('pods are added by their CPU time and by what waits, and taken away slowly', () => {
      const scalers = byName(objects, 'HorizontalPodAutoscaler')
      expect([...scalers.keys()].toSorted()).toEqual(named(autoscaled))
      const backlogs: Record<string, [string, string]> = {
        pipeline: ['jobboard_pipeline_consumer_pending', '1000'],
        webhook: ['jobboard_webhook_deliveries_due', '500'],
      }
      for (const scaler of scalers.values()) {
        const name = componentOf(scaler)
        const { metrics, ...spec } = scaler.spec
        expect(spec, name).toMatchObject({
          scaleTargetRef: { kind: 'Deployment', name: `jobboard-${name}` },
          ...{ minReplicas: name === 'gateway' ? 3 : 2, maxReplicas: 6 },
          behavior: {
            scaleDown: { stabilizationWindowSeconds: 300, policies: [{ value: 1, periodSeconds: 120 }] },
          },
        })
        const [cpu, waiting] = metrics
        expect(cpu.resource).toEqual({ name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } })
        const external = waiting && [waiting.external.metric.name, waiting.external.target.averageValue]
        expect(external, name).toEqual(backlogs[name])
      }
    })

    test('a backup each night, kept on a volume that outlives the release: values-ha.yaml alone', () => {
      const [job] = byName(objects, 'CronJob').values()
      const [claim] = byName(objects, 'PersistentVolumeClaim').values()
      if (size === 'small') return expect([job, claim]).toEqual([undefined, undefined])
      const { jobTemplate, ...spec } = job!.spec
      expect(spec).toEqual({
        schedule: '0 3 * * *',
        concurrencyPolicy: 'Forbid',
        startingDeadlineSeconds: 3600,
      })
      const pod = jobTemplate.spec.template.spec
      expect(pod.containers[0].image).toBe(`jobboard-jobboard:${version}`)
      expect(pod.containers[0].command.at(-1)).toContain('jobboard-entrypoint.sh backup && find backups')
      expect(pod.volumes).toContainEqual(
        expect.objectContaining({ persistentVolumeClaim: { claimName: claim!.metadata.name } }),
      )
      expect(claim).toMatchObject({ metadata: { annotations: { 'helm.sh/resource-policy': 'keep' } } })
      expect(claim!.spec).toEqual({
        accessModes: ['ReadWriteOnce'],
        resources: { requests: { storage: '20Gi' } },
      })
    })
  },
)
