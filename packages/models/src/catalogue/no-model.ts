import { DrawbridgeError } from '@drawbridge/core'

/** The ways to name a model, for messages. */
export const waysToName =
  'Set DRAWBRIDGE_MODEL, such as "anthropic/claude-sonnet-4-5" with ANTHROPIC_API_KEY, or any name together with DRAWBRIDGE_MODEL_URL for a server that speaks the format of OpenAI; or set "models.default" in drawbridge.jsonc.'

/** The error of a task that needs a model where none is configured. */
export function noModel(): DrawbridgeError {
  return new DrawbridgeError('invalid_configuration', `No model is configured. ${waysToName}`)
}
