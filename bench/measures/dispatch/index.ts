import type { Run } from '@drawbridge/core'
import { openTelemetry } from '@drawbridge/core/telemetry'
import { median } from '../../lib/median.ts'
import type { Report } from '../../lib/report.ts'
import { callInDialect, callOnce, noteOnce, openBenchRuns, openFlowRun, renamingDialect } from './drawbridge.ts'
import { marginalCosts } from './marginal-cost.ts'
import { aiSdk, langchain, mcpSdk, openAiAgents, openAiAgentsBare } from './peers.ts'

/** The goal, as a share of the cheapest peer's cost. */
const bar = 0.8
/** The goal for a call in the words of a dialect, as a multiple of the cost of the same call in ours. */
const dialectBar = 1.1
/** The goal for a small result after a stranger's words with information flow guarded, as a multiple of the cost without. */
const flowBar = 1.25
const rounds = 7
const sampledCalls = 20_000

const ours = 'drawbridge, everything on'
const traced = 'the same with telemetry, to no provider (no bar)'
const spoken = 'drawbridge, in a dialect with renamed fields'
const unguarded = 'after a stranger’s words, flow off'
const guarded = 'the same, flow guard'
const unjudged = 'a write after a stranger’s words, flow off'
const judged = 'the same, flow guard: judged and recorded (no bar)'
const bare = '@openai/agents-core bare invoke (no bar)'

/**
 * Measures one validated call through the whole pipeline and through the tool layers of four peers: medians of rounds
 * that run all in turn.
 */
export async function measure(): Promise<Report> {
  const [run] = openBenchRuns(1)
  const [tracedRun] = openBenchRuns(1, { sinks: [await openTelemetry()] })
  const [spokenRun] = openBenchRuns(1, { dialect: renamingDialect })
  if (run === undefined || tracedRun === undefined || spokenRun === undefined) throw new Error('no run was opened')
  const peers = {
    '@langchain/core tool.invoke': langchain(),
    'MCP SDK, in-memory pair': await mcpSdk(),
    'ai generateText': aiSdk(),
    '@openai/agents-core run': openAiAgents(),
  }
  const callsOf =
    (caller: Run, callWith = callOnce) =>
    async (count: number) => {
      for (let call = 0; call < count; call += 1) await callWith(caller)
    }
  const [off, guard] = [await openFlowRun('off'), await openFlowRun('guard')]
  const own = {
    [ours]: callsOf(run),
    [traced]: callsOf(tracedRun),
    [spoken]: callsOf(spokenRun, callInDialect),
    [unguarded]: callsOf(off),
    [guarded]: callsOf(guard),
    [unjudged]: callsOf(off, noteOnce),
    [judged]: callsOf(guard, noteOnce),
  }
  const measured = await marginalCosts({ ...own, ...peers, [bare]: openAiAgentsBare() }, rounds)
  const cost = (name: string) => median(measured.map((round) => round.get(name) ?? Number.NaN))
  const cheapest = Math.min(...Object.keys(peers).map(cost))
  const ratio = cost(ours) / cheapest
  const spokenRatio = cost(spoken) / cost(ours)
  const flowRatio = cost(guarded) / cost(unguarded)
  const spread = []
  for (const sessions of [1, 16, 256]) spread.push(await latencies(sessions))
  return {
    name: 'dispatch',
    columns: ['tool layer', 'µs per call', 'times ours'],
    rows: [...Object.keys(own), ...Object.keys(peers), bare].map((name) => [
      name,
      cost(name).toFixed(2),
      (cost(name) / cost(ours)).toFixed(1),
    ]),
    goals: [
      {
        text: `${ratio.toFixed(2)} times the cheapest peer <= ${bar} (${cost(ours).toFixed(2)} µs, compared with ${cheapest.toFixed(2)} µs, medians of ${rounds} rounds in turn)`,
        met: ratio <= bar,
      },
      {
        text: `a call in a dialect costs ${spokenRatio.toFixed(2)} times one in ours <= ${dialectBar}`,
        met: spokenRatio <= dialectBar,
      },
      {
        text: `a small result with flow guard costs ${flowRatio.toFixed(2)} times one with flow off <= ${flowBar}`,
        met: flowRatio <= flowBar,
      },
    ],
    details: spread.map(
      ({ sessions, p50, p99, callsPerSecond }) =>
        `${sessions} sessions at once: p50 ${p50.toFixed(1)} µs, p99 ${p99.toFixed(1)} µs, ${Math.round(callsPerSecond)} calls/s`,
    ),
    data: { measured: measured.map((round) => Object.fromEntries(round)), ratio, spread },
  }
}

/** Wall time of single calls while so many sessions call in turn. */
async function latencies(sessions: number) {
  const runs = openBenchRuns(sessions)
  const samples: number[] = []
  const begun = performance.now()
  for (let done = 0; done < sampledCalls; done += sessions) {
    await Promise.all(
      runs.map(async (run) => {
        const start = performance.now()
        await callOnce(run)
        samples.push((performance.now() - start) * 1_000)
      }),
    )
  }
  const seconds = (performance.now() - begun) / 1_000
  samples.sort((left, right) => left - right)
  const at = (share: number) => (samples[Math.floor(samples.length * share)] ?? 0) / sessions
  return { sessions, p50: at(0.5), p99: at(0.99), callsPerSecond: samples.length / seconds }
}
