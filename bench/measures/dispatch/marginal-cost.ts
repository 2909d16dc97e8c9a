/** How many calls one run of a tool layer makes; what a run without any costs is taken off. */
const callsPerRun = 20
const warmUpRuns = 600
/** Milliseconds for which one layer runs in one round: enough for garbage collection to fall to whoever caused it. */
const turnMs = 150

/** A run of a tool layer that makes the given number of calls. */
export type RunCalls = (count: number) => Promise<unknown>

/**
 * Microseconds of processor time that one call adds to a run of each layer, once for each round. A round takes all layers in
 * turn, so that other work on the machine meets them alike.
 */
export async function marginalCosts(
  layers: Readonly<Record<string, RunCalls>>,
  rounds: number,
): Promise<readonly ReadonlyMap<string, number>[]> {
  const entries = Object.entries(layers)
  for (const [, run] of entries) for (let warm = 0; warm < warmUpRuns; warm += 1) await run(callsPerRun)
  const measured: Map<string, number>[] = []
  for (let round = 0; round < rounds; round += 1) {
    const costs = new Map<string, number>()
    for (const [name, run] of entries) costs.set(name, await marginalCost(run))
    measured.push(costs)
  }
  return measured
}

async function marginalCost(run: RunCalls): Promise<number> {
  const before = process.cpuUsage()
  const start = performance.now()
  let runs = 0
  for (; performance.now() - start < turnMs; runs += 1) await run(callsPerRun)
  const withCalls = processorTimeSince(before)
  const beforeEmpty = process.cpuUsage()
  for (let count = 0; count < runs; count += 1) await run(0)
  return (withCalls - processorTimeSince(beforeEmpty)) / (runs * callsPerRun)
}

/** In microseconds. */
function processorTimeSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}
