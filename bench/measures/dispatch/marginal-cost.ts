/** The number of calls that one run of a tool layer makes. The time of a run without calls is subtracted. */
const callsPerRun = 20
const warmUpRuns = 600
/** Processor time that one layer takes in one round, in microseconds: enough for each layer to pay for its own garbage. */
const turn = 150_000
/** The processor time is read once for so many runs, since reading it costs as much as a cheap call. */
const runsPerReading = 10

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
  let runs = 0
  let withCalls = 0
  for (; withCalls < turn; withCalls = processorTimeSince(before)) {
    for (const end = runs + runsPerReading; runs < end; runs += 1) await run(callsPerRun)
  }
  const beforeEmpty = process.cpuUsage()
  for (let count = 0; count < runs; count += 1) await run(0)
  return (withCalls - processorTimeSince(beforeEmpty)) / (runs * callsPerRun)
}

/** In microseconds. */
function processorTimeSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return user + system
}
