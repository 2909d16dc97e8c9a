import { DrawbridgeError } from '@drawbridge/core'
import { dialectNames, loadDialect } from '@drawbridge/core/dialect'

/**
 * Refuses a name that another custom tool has, that would hide one or be hidden by one, or by which models know a built-in tool.
 * @param taken Canonical names.
 * @throws DrawbridgeError `invalid_option` with the reason.
 */
export async function assertFreeName(name: string, taken: readonly string[]): Promise<void> {
  if (taken.includes(name))
    throw refusal(name, 'a tool of that name exists. Change it with "drawbridge custom edit", or choose another name.')
  const short = shortName(name)
  const other = taken.find((each) => shortName(each) === short && (isGlobal(each) || isGlobal(name)))
  if (other !== undefined)
    throw refusal(
      name,
      `one agent would have it and "${other}" under the same short name, and either would hide the other. Choose another name.`,
    )
  for (const dialect of await Promise.all(dialectNames.map(loadDialect))) {
    const builtIn = dialect.speech?.(short)?.tool
    if (builtIn !== undefined)
      throw refusal(
        name,
        `models know the built-in tool "${builtIn}" as "${short}" (${dialect.name}). Choose another name.`,
      )
  }
}

function isGlobal(name: string): boolean {
  return name.split('.').length === 2
}

function shortName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

function refusal(name: string, why: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', `The name "${name}" cannot be used: ${why}`)
}
