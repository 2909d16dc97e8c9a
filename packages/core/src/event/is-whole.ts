/** Returns true if a field read from a file is text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Returns true if a field read from a file is a count. */
export function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** Returns true if the event names its call. */
export function saysItsCall({ toolCallId }: Readonly<Record<string, unknown>>): boolean {
  return isText(toolCallId)
}

/** Returns true if the event also names the tool of the call. */
export function saysItsTool(fields: Readonly<Record<string, unknown>>): boolean {
  return saysItsCall(fields) && isText(fields.tool)
}
