/** Longest delay that `setTimeout` honours (it fires at once beyond); longer limits count as none. */
const longestDelayMs = 2 ** 31 - 1

/** Calls back after a limit in milliseconds; returns what `clearTimeout` takes. */
export function startTimer(limitMs: number, onTimeout: () => void): NodeJS.Timeout | undefined {
  return limitMs <= longestDelayMs ? setTimeout(onTimeout, limitMs) : undefined
}
