/** The extent of a phase of a measurement: it ends at the first of both. */
export interface Extent {
  /** The most repetitions. */
  readonly times: number
  /** Nothing begins after this time. Milliseconds. */
  readonly longestMs: number
}

/**
 * Repeats something up to a number of times, and begins no repetition after a time. The first one always runs. Resolves to how often it ran.
 * @param now The present time. Milliseconds.
 */
export async function repeatWithin(
  { times, longestMs }: Extent,
  task: (index: number) => Promise<unknown>,
  now = () => performance.now(),
): Promise<number> {
  const start = now()
  let done = 0
  while (done < times && (done === 0 || now() - start < longestMs)) {
    await task(done)
    done += 1
  }
  return done
}
