import type { ServerStatus } from '../server/server-status.ts'

/** Returns the state of a server in a few lines, for people and models. */
export function describeStatus(status: ServerStatus): string {
  const { id, state, era, offered, filtered, discovered, withheld, rejected, warnings, latencyMs } = status
  const counts = discovered === undefined ? `${offered} tools agreed to` : `${offered} of ${discovered} tools offered`
  const facts = [
    counts,
    ...(filtered === 0 ? [] : [`${filtered} left out by the configuration`]),
    ...(era === undefined ? [] : [`${era} protocol`]),
    ...(latencyMs === undefined ? [] : [`last call ${latencyMs} ms`]),
  ]
  const withheldNames = withheld.map(({ name, reason }) => `${name} (${reason})`)
  return [
    `${id}: ${state}, ${facts.join(', ')}.`,
    ...(status.reason === undefined ? [] : [`  Reason: ${status.reason}`]),
    ...(withheldNames.length === 0
      ? []
      : [
          `  Not agreed to yet: ${listOf(withheldNames)}. A person can look at them with \`drawbridge mcp consent ${id}\`.`,
        ]),
    ...(rejected.length === 0
      ? []
      : [`  Left out: ${listOf(rejected.map(({ name, reason }) => `${name} (${reason})`))}`]),
    ...warnings.map((warning) => `  Warning: ${warning}`),
  ].join('\n')
}

const mostShown = 10

function listOf(texts: readonly string[]): string {
  const shown = texts.slice(0, mostShown).join(', ')
  return texts.length > mostShown ? `${shown} and ${texts.length - mostShown} more` : shown
}
