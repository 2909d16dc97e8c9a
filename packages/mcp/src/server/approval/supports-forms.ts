import { isJsonObject } from '@drawbridge/core/base'

/**
 * Returns true if a client with these capabilities can show a form to its user. `elicitation: {}` counts too, as in
 * older versions of MCP.
 */
export function supportsForms(capabilities: unknown): boolean {
  const elicitation = isJsonObject(capabilities) ? capabilities.elicitation : undefined
  return isJsonObject(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined)
}
