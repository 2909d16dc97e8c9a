/** How many calls one run makes; what a run without any costs is taken off. */
const callsPerRun = 20

/** A run of a tool layer that makes the given number of calls. */
export type RunCalls = (count: number) => Promise<unknown>

const warmUpRuns = 600
const rounds = 12
const runsPerRound = 40

/**
 * Microseconds of processor time that one call adds to a run: the least over several rounds, since other work on the machine only
 * ever adds.
 */
export async function marginalCost(run: RunCalls): Promise<number> {
  for (let warm = 0; warm < warmUpRuns; warm += 1) await run(callsPerRun)
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const withCalls = await processorTime(() => run(callsPerRun))
    const without = await processorTime(() => run(0))
    least = Math.min(least, (withCalls - without) / callsPerRun)
  }
  return least
}

async function processorTime(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let count = 0; count < runsPerRound; count += 1) await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / runsPerRound
}
