export { type DialectTable, defineDialect } from '../dialect/define-dialect.ts'
export { dialectForModel } from '../dialect/dialect-for-model.ts'
export type {
  DialectAlias,
  DialectParameters,
  DialectTool,
  OwnShape,
  RefusedArguments,
  RenamedFields,
} from '../dialect/dialect-tool.ts'
export { type DialectName, dialectNames, loadDialect } from '../dialect/load-dialect.ts'
