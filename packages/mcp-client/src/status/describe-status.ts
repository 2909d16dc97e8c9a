import type { ServerStatus } from '../server/server-status.ts'

/** Returns the state of a server in one line, in which no word is the server's. */
export function headOf({ id, state, era, offered, filtered, discovered, latencyMs }: ServerStatus): string {
  const facts = [
    discovered === undefined ? `${offered} tools agreed to` : `${offered} of ${discovered} tools offered`,
    ...(filtered === 0 ? [] : [`${filtered} left out by the configuration`]),
    ...(era === undefined ? [] : [`${era} protocol`]),
    ...(latencyMs === undefined ? [] : [`last call ${latencyMs} ms`]),
  ]
  return `${id}: ${state}, ${facts.join(', ')}.`
}

/** Returns what else is to be said of a server, a line each. They have words of the server: names of its tools, and errors. */
export function remarksOn({ id, withheld, rejected, warnings, reason }: ServerStatus): readonly string[] {
  const named = (tools: ServerStatus['withheld' | 'rejected']) =>
    listOf(tools.map(({ name, reason: why }) => `${name} (${why})`))
  return [
    ...(reason === undefined ? [] : [`  Reason: ${reason}`]),
    ...(withheld.length === 0
      ? []
      : [`  Not agreed to yet: ${named(withheld)}. A person can look at them with \`drawbridge mcp consent ${id}\`.`]),
    ...(rejected.length === 0 ? [] : [`  Left out: ${named(rejected)}`]),
    ...warnings.map((warning) => `  Warning: ${warning}`),
  ]
}

const mostShown = 10

function listOf(texts: readonly string[]): string {
  const shown = texts.slice(0, mostShown).join(', ')
  return texts.length > mostShown ? `${shown} and ${texts.length - mostShown} more` : shown
}
