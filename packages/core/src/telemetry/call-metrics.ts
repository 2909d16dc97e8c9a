import type { Attributes, Counter, Histogram, Meter } from '@opentelemetry/api'

/** The instruments of calls. */
export interface CallMetrics {
  /** Time in the tool, in seconds. */
  readonly execution: Histogram
  /** Time until a person or another approver answered, in seconds. */
  readonly approval: Histogram
  readonly calls: Counter<Attributes>
}

const executionBuckets = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const approvalBuckets = [1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600]

export function createCallMetrics(meter: Meter): CallMetrics {
  return {
    execution: meter.createHistogram('gen_ai.execute_tool.duration', {
      description: 'Time in the tool.',
      unit: 's',
      advice: { explicitBucketBoundaries: executionBuckets },
    }),
    approval: meter.createHistogram('drawbridge.approval.duration', {
      description: 'Time until an approver answered.',
      unit: 's',
      advice: { explicitBucketBoundaries: approvalBuckets },
    }),
    calls: meter.createCounter('drawbridge.tool.calls', { description: 'Calls that ended.', unit: '{call}' }),
  }
}
