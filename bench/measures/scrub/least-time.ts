/** Least time of several short runs, in milliseconds: other work on the machine adds to a run, nothing takes away. */
export function leastTime(run: () => unknown, rounds: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    run()
    least = Math.min(least, performance.now() - start)
  }
  return least
}

/** `leastTime` of runs that end later. */
export async function leastTimeAsync(run: () => Promise<unknown>, rounds: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await run()
    least = Math.min(least, performance.now() - start)
  }
  return least
}
