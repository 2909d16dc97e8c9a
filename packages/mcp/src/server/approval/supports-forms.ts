import { isJsonObject } from '@drawbridge/core/base'

/**
 * Whether a client with these capabilities can put a form before its person. `elicitation: {}` means so too, as before MCP knew
 * other kinds.
 */
export function supportsForms(capabilities: unknown): boolean {
  const elicitation = isJsonObject(capabilities) ? capabilities.elicitation : undefined
  return isJsonObject(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined)
}
