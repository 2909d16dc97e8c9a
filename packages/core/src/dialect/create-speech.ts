import type { JsonSchemaObject } from '../schema/index.ts'
import type { Arguments, ExposedNames, Reading, Speech, Wording } from './dialect.ts'
import type { DialectParameters, DialectTool } from './dialect-tool.ts'
import { renameFields } from './rename-fields.ts'
import { speakOwnShape } from './speak-own-shape.ts'

/** Returns how a dialect speaks of a tool, by its row in the table. */
export function createSpeech({ canonical, description, parameters }: DialectTool): Speech {
  const wording = parameters === undefined ? unchanged : wordingOf(parameters)
  // Schemas do not change, and clients list tools often.
  const shown = new WeakMap<JsonSchemaObject, JsonSchemaObject>()
  return {
    tool: canonical,
    describe: (own, names) => description ?? inNamesOf(own, names),
    ...wording,
    show: (schema) => {
      const known = shown.get(schema) ?? wording.show(schema)
      shown.set(schema, known)
      return known
    },
  }
}

function wordingOf(parameters: DialectParameters): Wording {
  return 'schema' in parameters ? speakOwnShape(parameters) : renameFields(parameters)
}

/** Returns a text with the tools that it mentions in their exposed names. */
function inNamesOf(text: string, names: ExposedNames): string {
  return text.replaceAll(/\b[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+\b/g, (name) => names.exposedName(name) ?? name)
}

const unchanged: Wording = {
  show: (schema) => schema,
  read: (given: Arguments): Reading => ({ ok: true, arguments: given, repairs: [] }),
  say: (input) => input,
  place: (path) => path,
}
