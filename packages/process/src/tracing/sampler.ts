import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'

/** Values of OTEL_TRACES_SAMPLER, as OpenTelemetry defines them. */
export type SamplerName = `${'parentbased_' | ''}${'always_on' | 'always_off' | 'traceidratio'}`

/** The sampler of this name. With `parentbased_` the process that begins a trace decides for all others. */
export function samplerOf(name: SamplerName, ratio: number): Sampler {
  if (!name.startsWith('parentbased_')) return rootSampler(name, ratio)
  return new ParentBasedSampler({ root: rootSampler(name.slice('parentbased_'.length), ratio) })
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'traceidratio') return new TraceIdRatioBasedSampler(ratio)
  return name === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler()
}
