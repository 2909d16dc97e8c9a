import type { Report } from '../../lib/report.ts'
import { callOnce, openBenchRuns } from './drawbridge.ts'
import { marginalCost } from './marginal-cost.ts'
import { aiSdk, langchain, mcpSdk, openAiAgents, openAiAgentsBare } from './peers.ts'

const bar = 20
const sampledCalls = 20_000

/** What one validated call costs through the whole pipeline, beside the tool layers of four peers. */
export async function measure(): Promise<Report> {
  const [run] = openBenchRuns(1)
  if (run === undefined) throw new Error('no run was opened')
  const ours = await marginalCost(async (count) => {
    for (let call = 0; call < count; call += 1) await callOnce(run)
  })
  const peers = {
    '@langchain/core tool.invoke': await marginalCost(langchain()),
    'MCP SDK, in-memory pair': await marginalCost(await mcpSdk()),
    'ai generateText': await marginalCost(aiSdk()),
    '@openai/agents-core run': await marginalCost(openAiAgents()),
  }
  const bare = await marginalCost(openAiAgentsBare())
  const cheapestPeer = Math.min(...Object.values(peers))
  const spread = []
  for (const sessions of [1, 16, 256]) spread.push(await latencies(sessions))
  return {
    name: 'dispatch',
    columns: ['tool layer', 'µs per call', 'times ours'],
    rows: [
      ['drawbridge, everything on', ours.toFixed(2), '1.0'],
      ...Object.entries(peers).map(([name, cost]) => [name, cost.toFixed(2), (cost / ours).toFixed(1)]),
      ['@openai/agents-core bare invoke (no bar)', bare.toFixed(2), (bare / ours).toFixed(1)],
    ],
    goals: [
      { text: `${ours.toFixed(2)} µs per call <= ${bar}`, met: ours <= bar },
      { text: `below every peer (cheapest ${cheapestPeer.toFixed(2)} µs)`, met: ours < cheapestPeer },
    ],
    details: spread.map(
      ({ sessions, p50, p99, callsPerSecond }) =>
        `${sessions} sessions at once: p50 ${p50.toFixed(1)} µs, p99 ${p99.toFixed(1)} µs, ${Math.round(callsPerSecond)} calls/s`,
    ),
    data: { ours, peers, bare, spread },
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
