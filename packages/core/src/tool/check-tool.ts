import { assertOptions } from '../base/check-options.ts'
import { DrawbridgeError } from '../error/drawbridge-error.ts'
import { toolDefinitionCheck } from './tool-definition-check.ts'

/**
 * Throws `invalid_tool` if a definition has an invalid value: the effect of a misspelled permission would be unknown.
 */
export function checkTool(definition: unknown): void {
  if (typeof definition !== 'object' || definition === null)
    throw new DrawbridgeError('invalid_tool', `A tool must be an object for defineTool, not ${String(definition)}.`)
  const name = 'name' in definition ? definition.name : undefined
  assertOptions(toolDefinitionCheck, definition, `The tool ${JSON.stringify(name) ?? 'without a name'}`, 'invalid_tool')
}
