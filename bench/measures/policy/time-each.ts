/** Median, in microseconds, of single runs, after enough of them for the compiler to have settled. */
export function timeEach(work: () => unknown, rounds: number): number {
  for (let round = 0; round < rounds; round += 1) work()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    work()
    times.push(performance.now() - start)
  }
  return (times.sort((left, right) => left - right)[Math.floor(rounds / 2)] ?? Number.NaN) * 1_000
}

/** Mean, in microseconds, of a run among many, for what is too short to be timed alone. The best of several attempts. */
export function timeMany(work: () => unknown, runs: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const start = performance.now()
    for (let run = 0; run < runs; run += 1) work()
    best = Math.min(best, performance.now() - start)
  }
  return (best / runs) * 1_000
}
