import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of a node. Labels never hold users, sessions, agents, paths or hosts. */
export interface Metrics {
  readonly registry: Registry
  request(facts: {
    readonly route: string
    readonly method: string
    readonly status: number
    readonly seconds: number
  }): void
  authFailure(kind: 'session' | 'key' | 'login' | 'blocked' | 'source'): void
  call(facts: { readonly tool: string; readonly outcome: string; readonly seconds: number }): void
  approval(answer: string): void
  sockets(change: 1 | -1): void
  gap(why: string): void
}

const seconds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** The number of tools that have a name of their own in the metrics. */
const namedTools = 200

/** Creates the metrics of a node. */
export function createMetrics({ build, node }: { readonly build: string; readonly node: string }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const named = new Set<string>()
  const labelOf = (tool: string) => {
    if (named.has(tool)) return tool
    if (named.size >= namedTools) return /^mcp\.[^.]+/.exec(tool)?.[0].concat('.*') ?? 'other'
    named.add(tool)
    return tool
  }
  new Gauge({
    name: 'drawbridge_build_info',
    help: 'The version of the build.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: build, node }, 1)
  const requests = new Counter({
    name: 'drawbridge_http_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'drawbridge_http_request_duration_seconds',
    help: 'The time until a request was answered.',
    labelNames: ['route'],
    buckets: seconds,
    registers,
  })
  const failures = new Counter({
    name: 'drawbridge_auth_failures_total',
    help: 'Requests and logins that were refused for who sent them.',
    labelNames: ['kind'],
    registers,
  })
  const calls = new Counter({
    name: 'drawbridge_tool_calls_total',
    help: 'Calls that came over HTTP.',
    labelNames: ['tool', 'outcome', 'via'],
    registers,
  })
  const callDurations = new Histogram({
    name: 'drawbridge_tool_call_duration_seconds',
    help: 'The time of calls that came over HTTP.',
    labelNames: ['tool'],
    buckets: seconds,
    registers,
  })
  const approvals = new Counter({
    name: 'drawbridge_approvals_total',
    help: 'Approvals that were answered here.',
    labelNames: ['answer', 'surface'],
    registers,
  })
  const clients = new Gauge({ name: 'drawbridge_ws_clients', help: 'Open WebSockets.', registers })
  const gaps = new Counter({
    name: 'drawbridge_ws_gaps_total',
    help: 'Gaps in the events of WebSockets.',
    labelNames: ['why'],
    registers,
  })
  collectDefaultMetrics({ register: registry, prefix: 'drawbridge_', eventLoopMonitoringPrecision: 20 })
  return {
    registry,
    request: ({ route, method, status, seconds: taken }) => {
      requests.inc({ route, method, status: String(status) })
      durations.observe({ route }, taken)
    },
    authFailure: (kind) => failures.inc({ kind }),
    call: ({ tool, outcome, seconds: taken }) => {
      calls.inc({ tool: labelOf(tool), outcome, via: 'http' })
      callDurations.observe({ tool: labelOf(tool) }, taken)
    },
    approval: (answer) => approvals.inc({ answer, surface: 'http' }),
    sockets: (change) => clients.inc(change),
    gap: (why) => gaps.inc({ why }),
  }
}
