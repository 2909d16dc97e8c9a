/** A server that cannot be reached any more never says goodbye. */
const maxGoodbyeMs = 3_000

/** Closes connections that keep no process alive by themselves: it would end in the middle. */
export async function closeInTime(close: () => Promise<void>): Promise<void> {
  const isLate = Promise.withResolvers<void>()
  const timer = setTimeout(isLate.resolve, maxGoodbyeMs)
  try {
    await Promise.race([close(), isLate.promise])
  } finally {
    clearTimeout(timer)
  }
}
