export type { ToolDescription } from './definition/definition-schema.ts'
export { type DescribedCall, describeCall } from './definition/describe-call.ts'
export { type ReadDefinition, readDefinition } from './definition/read-definition.ts'
export {
  type ImportedDocument,
  importOpenApi,
  type LeftOutOperation,
  type OpenApiOptions,
} from './openapi/import-openapi.ts'
export { type CustomTools, createCustomTools, type RefuseTool, type StoredTool } from './stored/custom-tools.ts'
