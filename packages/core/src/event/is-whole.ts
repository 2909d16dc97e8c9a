/** Whether a field that came from a file is a text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Whether a field that came from a file counts something. */
export function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** Whether the event says which call it belongs to. */
export function saysItsCall({ toolCallId }: Readonly<Record<string, unknown>>): boolean {
  return isText(toolCallId)
}

/** Whether the event also says which tool that called. */
export function saysItsTool(fields: Readonly<Record<string, unknown>>): boolean {
  return saysItsCall(fields) && isText(fields.tool)
}
