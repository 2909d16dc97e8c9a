import { z } from 'zod'
import { type LoadedSection, noSections } from '../room/room-sections.ts'
import { configSchemaWith } from './sections.ts'

/** A JSON Schema, as far as this folder looks into one. */
export interface SchemaNode {
  readonly type?: string
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly items?: SchemaNode
  readonly additionalProperties?: SchemaNode | boolean
  readonly anyOf?: readonly SchemaNode[]
}

/** The JSON Schema of a configuration file; with the sections of our own rooms published for editors as `drawbridge.schema.json`. */
export function configJsonSchema(sections: readonly LoadedSection[] = noSections): SchemaNode {
  return z.toJSONSchema(configSchemaWith(sections), {
    io: 'input',
    override: ({ jsonSchema }) => {
      // Lists are immutable in memory; in a file that means nothing.
      delete jsonSchema.readOnly
    },
  }) as SchemaNode
}

/** Returns the keys that an object at a path may have. Empty if any key is allowed. */
export function knownKeys(schema: SchemaNode, path: readonly (string | number)[]): readonly string[] {
  let nodes: readonly SchemaNode[] = [schema]
  for (const step of path) nodes = nodes.flatMap((node) => childrenOf(node, step))
  return [...new Set(nodes.flatMap(alternatives).flatMap(({ properties = {} }) => Object.keys(properties)))]
}

function childrenOf(node: SchemaNode, step: string | number): readonly SchemaNode[] {
  return alternatives(node).flatMap(({ properties, items, additionalProperties }) => {
    if (typeof step === 'number') return items === undefined ? [] : [items]
    if (properties !== undefined && Object.hasOwn(properties, step)) return properties[step] ?? []
    return typeof additionalProperties === 'object' ? [additionalProperties] : []
  })
}

function alternatives(node: SchemaNode): readonly SchemaNode[] {
  return node.anyOf === undefined ? [node] : node.anyOf.flatMap(alternatives)
}
