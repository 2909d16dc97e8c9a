export { lowerSchema } from './lower-schema.ts'
export { lowerTool } from './lower-tool.ts'
export type { LoweredSchema, SchemaLoss } from './lowered-schema.ts'
export { type SchemaFamily, schemaFamilies } from './schema-family.ts'
